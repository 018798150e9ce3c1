export const oncall = `
pg-failover | 83 | 0.5 | episodic | Dmitri | incident-311 | Failing over the orders database takes about 40 seconds, during which checkout answers 503. Nothing is lost, clients retry.
redis-evict | 64 | 0.9 | episodic | Dmitri | incident-318 | The session cache evicted live sessions because someone set maxmemory to 2gb instead of 12gb. Everybody got logged out at once.
search-oom | 45 | 0.3 | episodic | Aoife | incident-322 | search-indexer was killed for memory again; raising the limit to 3 GiB held it for now, the leak is in the synonym loader.
mail-queue | 31 | 0.6 | episodic | Aoife | incident-327 | Mail queue grew to 90k overnight because the provider throttled us to 5 per second without telling.
cert | 27 | 0.4 | episodic | Yusuf | | The certificate of pay.example.net is renewed by hand, next time on 2 February. All the others renew themselves.
pager-rota | 2 | 0.7 | episodic | Yusuf | handover-22 | Primary this week is Aoife, secondary Dmitri, I'm out until Thursday.
pager-rota-old | 9 | 0.8 | episodic | Yusuf | handover-21 | Primary last week was Halvard with me as secondary, quiet except Sunday.
runbook-disk | 215 | 0.2 | semantic | Halvard | | Disk full on the log hosts: delete /var/spool/shipper/dead first, it's safe. Never touch /var/spool/shipper/live.
runbook-kafka | 218 | 0.6 | semantic | Halvard | | If consumer lag goes above a million, scale ticket-writer to 12 and not further, there are only twelve partitions.
deploy-lock | 15 | 0.1 | episodic | Aoife | | Deploys are locked on sale days from 8 to 13. Ask Ingrid to lift it, nobody else can.
rollback | 72 | 0.5 | semantic | Dmitri | | To roll back: shipit undo web --to last-green. It does not undo migrations!
feature-flag | 13 | 0.4 | episodic | Ingrid | release-90 | The flag seatmap-v3 is at 25 percent in Norway and zero everywhere else.
feature-flag-2 | 13 | 0.9 | episodic | Ingrid | release-90 | Flag express-pay is fully on since Monday; remove the old code next sprint.
alert-noise | 50 | 0.3 | episodic | Halvard | | Muted the alert "p95 of thumbnails", it has paged 31 times and was right never.
bot-attack | 8 | 0.8 | episodic | Yusuf | incident-334 | Bots hammered the seat map from three networks in one region; we blocked the networks at the edge and it calmed down after twenty minutes. Marketing noticed before we did, which is embarrassing, so we want an alert on seat map requests per session.
ntp | 350 | 0.7 | episodic | Dmitri | incident-207 | Clock drift of nine seconds on one host made every token it issued invalid.
grafana-login | 160 | 0.2 | semantic | Halvard | | grafana: use your own account, the shared one is read only
vendor-phone | 290 | 0.4 | semantic | Yusuf | | The payment provider's emergency line is +47 555 0142, ask for the duty engineer and say merchant 7731.
vendor-cdn | 285 | 0.6 | semantic | Yusuf | | CDN support only reacts to tickets with severity 1 in the title.
postmortem-due | 5 | 0.5 | short_term | Ingrid | handover-22 | Post-mortem for 334 is due on Friday, Yusuf writes, I review.
backup-test | 110 | 0.3 | semantic | Aoife | | Restored last night's backup of orders in 2 h 50 min. It was under two hours in spring.
backup-users | 109 | 0.8 | semantic | Aoife | | The restore of the users database failed: the dump lacks the extension citext.
coffee-machine | 1 | 0.9 | short_term | Halvard | | pager went off, false alarm, back to bed
cost | 57 | 0.6 | episodic | Ingrid | | Log storage is our third largest bill, 4,300 a month, mostly debug lines of the seat map.
holiday-cover | 36 | 0.2 | episodic | Halvard | | I take the pager on Christmas if somebody takes New Year's Eve.
tls-old | 140 | 0.1 | semantic | Yusuf | | Two box offices in Bergen still use TLS 1.1 terminals, so the old listener must stay up until April.
slow-report | 19 | 0.7 | episodic | Dmitri | | The nightly sales report locks the table for four minutes at 02:10. That's what the latency bump is.
region | 99 | 0.4 | semantic | Ingrid | | We move from Frankfurt to Stockholm in the third quarter.
dns-ttl | 98 | 0.5 | semantic | Dmitri | | Before the move lower the TTL of every record to 60 a week ahead.
laptop-kit | 130 | 0.1 | semantic | Aoife | | Spare charger lives in the red pouch.

? How long is checkout down while the orders database fails over? = pg-failover
? why was everyone logged out that one time = redis-evict
? What keeps killing search-indexer? = search-oom
? Which certificate do we still have to renew manually? = cert
? who is primary this week? = pager-rota
? log host disk full, what can I delete = runbook-disk
? How far may I scale ticket-writer when the lag explodes? = runbook-kafka
? It's a sale day, half past nine, and I really need to ship a fix. Who can unlock deploys for me? = deploy-lock
? rollback command? = rollback
? what share of users has seatmap-v3 = feature-flag
? How did we stop the bots? = bot-attack
? number to call when payments are down = vendor-phone
? What went wrong when Aoife restored the users database? = backup-users
? How long did restoring the orders backup take? = backup-test
? There is a bump in latency every night shortly after two, does anyone know where it comes from? = slow-report
? Why can't we switch off the old TLS listener? = tls-old

! What is the root password of the orders database?
! Who caused incident 299?
! How many servers do we have in Stockholm?
! When was Kafka last upgraded?
!! good morning!
!! how do I bake sourdough bread
!! lkjh gfds
`;
