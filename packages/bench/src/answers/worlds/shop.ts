export const shop = `
refund-rule | 320 | 0.4 | semantic | | handbook | Refunds within 30 days if the bag is unopened. Opened bags get store credit, once per customer.
refund-machine | 320 | 0.8 | semantic | | handbook | Machines can be returned within 14 days, used or not, but the customer pays the postage unless it arrived broken.
ticket-2041 | 10 | 0.3 | episodic | Henrietta Valdez | ticket-2041 | Henrietta Valdez wrote that her grinder arrived with a cracked hopper. Sent a new hopper on Monday, no need to send back the old.
ticket-2044 | 9 | 0.6 | episodic | Casper Nyström | ticket-2044 | Casper Nyström's grinder makes a burning smell after two minutes. Told him to stop using it, courier collects it Thursday.
ticket-2050 | 7 | 0.9 | episodic | Wen Li | ticket-2050 | Customer Wen Li was charged twice for order 88213, refunded 46.50 the same day.
ticket-2052 | 6 | 0.2 | episodic | Abdul Karim | ticket-2052 | Abdul Karim wants his subscription every three weeks instead of two, starting with the next parcel.
ticket-2053 | 6 | 0.5 | episodic | Joanna Pike | ticket-2053 | Joanna Pike pauses her subscription until she's back from maternity leave, probably October.
ticket-2060 | 3 | 0.7 | short_term | Ostend Bakery | ticket-2060 | Ostend Bakery orders 12 kilos of the Sidamo every month and now asks for ten percent off.
ticket-2061 | 3 | 0.4 | short_term | Hotel Sorrel | ticket-2061 | Hotel Sorrel complained the last delivery was ground too fine for their filter machines.
decaf | 66 | 0.6 | semantic | Marek | | The decaf is washed with sugar cane, no chemicals, from Huila in Colombia.
sidamo | 70 | 0.2 | semantic | Marek | | Sidamo tastes of apricot and black tea; if people find it sour, sell them the Cerrado.
cerrado | 70 | 0.7 | semantic | Marek | | Cerrado: nuts and chocolate, our safest bean for espresso.
roast-days | 180 | 0.5 | semantic | Marek | | We roast on Tuesdays and Fridays; whatever comes in before nine that day still gets in.
shipping-free | 230 | 0.9 | semantic | | handbook | Free shipping from 40 within the country, from 75 to the neighbours, never to islands.
shipping-late | 16 | 0.3 | episodic | Suki | shift-notes | Parcels to the north are two days late because of the strike, please say so before they ask.
gasket | 150 | 0.1 | semantic | Suki | | A leaking Vesta is nearly always the gasket, part 11-207, six euros, takes a teaspoon to pry out.
vesta-descale | 148 | 0.8 | semantic | Suki | | The Vesta blinks three times when it wants to be descaled. Citric acid only, vinegar eats the seals, and after that two full tanks of clear water have to go through before anybody drinks from it.
tivoli-light | 149 | 0.4 | semantic | Suki | | Orange light on the Tivoli means that the tank is not pushed in.
holiday-hours | 24 | 0.6 | episodic | Marek | | Between Christmas and New Year the shop is open ten to two, the desk answers only mail.
gift-cards | 205 | 0.3 | semantic | | handbook | Gift cards never expire and can't be paid out in cash.
rude-customer | 58 | 0.5 | episodic | Suki | | The man who shouted on the phone was right after all, we had sent him whole beans twice.
supplier-boxes | 41 | 0.2 | episodic | Marek | | New boxes come from Pakhuis, 0.38 a piece, minimum a thousand.
vat-number | 270 | 0.4 | semantic | | handbook | Business customers must give a VAT number before the invoice is made; we cannot change it later.
loyalty | 100 | 0.7 | semantic | | handbook | Every tenth bag is free.
competition | 88 | 0.9 | episodic | Marek | | Third place at the barista fair! Suki poured a swan.
password-reset | 52 | 0.1 | episodic | Suki | shift-notes | Reset links die after 20 minutes and people open them in the evening, so send a second one without being asked.
ticket-1988 | 39 | 0.8 | episodic | Abdul Karim | ticket-1988 | Abdul Karim moved to 17 Lantern Street, the old address is still on his card so the payment failed once.
ticket-1990 | 38 | 0.2 | episodic | Joanna Pike | ticket-1990 | Joanna Pike asked if the bags can be composted: the kraft ones yes, the silver ones no.
thanks-note | 2 | 1 | short_term | Wen Li | ticket-2050 | Thank you so much for the quick help!!
stock-filters | 4 | 0.5 | short_term | Suki | shift-notes | Paper filters size 4 are out until Wednesday.

? Can somebody give back an opened bag of coffee? = refund-rule
? how long do people have to return a machine, and who pays the postage = refund-machine
? What was wrong with Henrietta Valdez's grinder? = ticket-2041
? What happened with Casper's grinder? = ticket-2044
? who got billed two times? = ticket-2050
? How often does Abdul Karim want his parcel? = ticket-2052
? Abdul Karim new address = ticket-1988
? until when is Joanna Pike's subscription on hold? = ticket-2053
? What discount does Ostend Bakery want? = ticket-2060
? Somebody writes that their Vesta drips water at the front. Which spare part should I send them? = gasket
? Can I use vinegar to descale the Vesta? = vesta-descale
? orange light on a Tivoli = tivoli-light
? On which days are the beans roasted? = roast-days
? From what amount on is shipping free? = shipping-free
? do gift cards run out = gift-cards
? How is the caffeine taken out of the decaf? = decaf

! Do you sell tea?
! What is the phone number of Henrietta Valdez?
! Did Hotel Sorrel pay its last bill?
! How many watts does the Tivoli use?
!! hello there
!! tell me a joke about penguins
!! 12345 67890 abc
`;
