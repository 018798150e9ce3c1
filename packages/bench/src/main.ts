import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { languages } from './answers/languages.js';
import { worlds } from './answers/worlds.js';
import { machineLine } from './machine.js';
import { type Options, readOptions, UsageError, usage } from './options.js';
import { type Answers, measureAnswers } from './parts/answers.js';
import { type Fairness, measureFairness } from './parts/fairness.js';
import { type FaultResult, measureFaults } from './parts/faults/measure.js';
import { type Filling, measureFilling } from './parts/filling.js';
import { type Flood, measureFlood } from './parts/flood.js';
import { type Footprint, measureFootprint, measureProductionFootprint } from './parts/footprint.js';
import { type ForeignIds, measureForeignIds } from './parts/foreign-ids.js';
import { type GraphCell, measureGraph } from './parts/graph.js';
import { type Import, measureImport } from './parts/import.js';
import { type IngestCell, measureIngest } from './parts/ingest.js';
import { type IngestQuality, measureIngestQuality } from './parts/ingest-quality.js';
import { type Installed, measureInstall } from './parts/install.js';
import { type LifecycleTimes, measureLifecycle } from './parts/lifecycle.js';
import { type LlmReading, measureLlm } from './parts/llm.js';
import { type LlmHanging, measureLlmHanging } from './parts/llm-hanging.js';
import { emptyProduction, measureProduction, type Production } from './parts/production/production.js';
import { measureQuality } from './parts/quality.js';
import { measureSession, type Session } from './parts/session.js';
import { measureSpeed, type Speed } from './parts/speed/speed.js';
import { measureProductionStalls, measureStalls, type Stalls } from './parts/stalls.js';
import { measureStart, type StartTimes } from './parts/start.js';
import { type AskedTeam, measureTeams } from './parts/teams.js';
import { measureWholeWay, type WholeWay } from './parts/whole-way.js';
import { missingEngines } from './processes/missing-engines.js';
import { answersSection, languagesSection } from './report/answers-section.js';
import { fairnessSection } from './report/fairness-section.js';
import { faultsPage, faultsSection } from './report/faults-section.js';
import { fillingSection } from './report/filling-section.js';
import { floodSection } from './report/flood-section.js';
import { footprintSection, installSection } from './report/footprint-section.js';
import { foreignIdsSection } from './report/foreign-ids-section.js';
import { graphSection } from './report/graph-section.js';
import { importSection } from './report/import-section.js';
import { ingestQualitySections } from './report/ingest-quality-section.js';
import { ingestSection } from './report/ingest-section.js';
import { lifecycleSection } from './report/lifecycle-section.js';
import { hangingSection, llmSection } from './report/llm-section.js';
import { productionSections } from './report/production-sections.js';
import { createProgress, type Progress } from './report/progress.js';
import { type Section, sectionLines } from './report/section.js';
import { sessionSections } from './report/session-sections.js';
import { coldSection, speedStages } from './report/speed-parts-section.js';
import { speedPlot } from './report/speed-plot.js';
import { speedSection } from './report/speed-section.js';
import { stallsSection } from './report/stalls-section.js';
import { startSection } from './report/start-section.js';
import { teamsSection } from './report/teams-section.js';
import { wholeWaySections } from './report/whole-way-section.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

const print = (section: Section) => console.log(sectionLines(section).join('\n'));

interface Results {
  starts?: StartTimes[];
  session?: Session;
  footprint?: Footprint[];
  installed?: Installed;
  speed?: Speed;
  ingest?: IngestCell[];
  graph?: GraphCell[];
  production?: Production;
  lifecycle?: LifecycleTimes;
  stalls?: Stalls[];
  faults?: FaultResult[];
  fairness?: Fairness[];
  flood?: Flood[];
  foreignIds?: ForeignIds[];
  filling?: Filling[];
  import?: Import;
  answers?: Answers[];
  languages?: Answers[];
  teams?: AskedTeam[];
  ingestQuality?: IngestQuality;
  llm?: LlmReading;
  llmHanging?: LlmHanging;
  wholeWay?: WholeWay;
  quality?: string[];
}

async function withEngines(progress: Progress, measureThem: () => Promise<void>): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: servers that are given have no other way in
  const missing = missingEngines(process.env);
  if (missing !== null) return progress.say(missing);
  await measureThem();
}

async function tryProduction(options: Options, progress: Progress, results: Results): Promise<void> {
  const production = emptyProduction(options);
  await withEngines(progress, () => {
    results.production = production;
    return measureProduction(production, options, progress);
  });
}

async function trySpeed(options: Options, progress: Progress, results: Results): Promise<void> {
  const speed = await measureSpeed(options, progress);
  results.speed = speed;
  if (options.plot !== undefined) await writeFile(options.plot, speedPlot(speed));
}

async function tryStalls(options: Options, progress: Progress, results: Results): Promise<void> {
  const stalls: Stalls[] = [];
  results.stalls = stalls;
  await measureStalls(stalls, options, progress);
  await withEngines(progress, () => measureProductionStalls(stalls, options, progress));
}

async function tryFaults(options: Options, progress: Progress, results: Results): Promise<void> {
  const missing = missingEngines({});
  if (missing !== null) return progress.say(missing);
  const faults: FaultResult[] = [];
  results.faults = faults;
  const { page } = options;
  const machine = machineLine();
  await measureFaults(options, progress, async (result) => {
    faults.push(result);
    if (page !== undefined) await writeFile(page, faultsPage(faults, machine));
  });
}

async function tryImport(options: Options, progress: Progress, results: Results): Promise<void> {
  await withEngines(progress, async () => {
    const measured: Import = { embedder: options.embedder, alone: null, cells: [] };
    results.import = measured;
    await measureImport(measured, options, progress);
  });
}

async function measureTexts(options: Options, progress: Progress, results: Results): Promise<void> {
  const { parts } = options;
  if (parts.has('answers')) results.answers = await measureAnswers({ part: 'answers', worlds }, options, progress);
  if (parts.has('languages')) {
    results.languages = await measureAnswers({ part: 'languages', worlds: languages }, options, progress);
  }
  if (parts.has('teams')) results.teams = await measureTeams(options, progress);
  if (parts.has('ingest-quality')) results.ingestQuality = await measureIngestQuality(progress);
  if (parts.has('llm')) results.llm = await measureLlm(progress);
  if (parts.has('llm-hanging')) results.llmHanging = await measureLlmHanging(progress);
  if (parts.has('whole-way')) {
    results.wholeWay = { sets: [], many: [] };
    await measureWholeWay(results.wholeWay, options, progress);
  }
  if (parts.has('quality')) results.quality = await measureQuality(options, progress);
}

async function measureSize(options: Options, progress: Progress, results: Results): Promise<void> {
  const { parts } = options;
  if (parts.has('footprint')) {
    results.footprint = [];
    const footprint = results.footprint;
    await measureFootprint(footprint, options, progress);
    await withEngines(progress, () => measureProductionFootprint(footprint, options, progress));
  }
  if (parts.has('install')) results.installed = measureInstall(repository);
}

async function measureTenants(options: Options, progress: Progress, results: Results): Promise<void> {
  const { parts } = options;
  if (parts.has('flood')) {
    results.flood = [];
    await measureFlood(results.flood, options, progress);
  }
  if (parts.has('foreign-ids')) {
    results.foreignIds = [];
    await measureForeignIds(results.foreignIds, options, progress);
  }
}

/** Fills in `results` as it goes, so that earlier figures survive a failure. */
async function measure(options: Options, progress: Progress, results: Results): Promise<void> {
  const { parts } = options;
  if (parts.has('start')) results.starts = await measureStart(options.runs, progress);
  if (parts.has('memory') || parts.has('requests')) results.session = await measureSession(options, progress);
  await measureSize(options, progress, results);
  if (parts.has('speed')) await trySpeed(options, progress, results);
  const restarts = results.session?.restarts;
  if (restarts) results.starts?.splice(2, 0, restarts);
  if (parts.has('ingest')) results.ingest = await measureIngest(progress);
  if (parts.has('graph')) results.graph = await measureGraph(progress);
  if (parts.has('production')) await tryProduction(options, progress, results);
  if (parts.has('lifecycle')) results.lifecycle = await measureLifecycle(options.aged, progress);
  if (parts.has('stalls')) await tryStalls(options, progress, results);
  if (parts.has('faults')) await tryFaults(options, progress, results);
  if (parts.has('fairness')) {
    await withEngines(progress, () => {
      results.fairness = [];
      return measureFairness(results.fairness, options, progress);
    });
  }
  await measureTenants(options, progress, results);
  if (parts.has('filling')) {
    await withEngines(progress, () => {
      results.filling = [];
      return measureFilling(results.filling, options, progress);
    });
  }
  if (parts.has('import')) await tryImport(options, progress, results);
  await measureTexts(options, progress, results);
}

const sectionsOf = (results: Results): Section[] => {
  const { starts, session, speed, ingest, graph, lifecycle, production, stalls, faults, fairness, filling } = results;
  const each = <Part>(part: Part | undefined, sections: (part: Part) => Section | Section[]): Section[] =>
    part === undefined ? [] : [sections(part)].flat();
  return [
    each(starts, startSection),
    each(session, sessionSections),
    each(results.footprint, footprintSection),
    each(results.installed, installSection),
    each(speed, (all) => [speedSection(all), speedStages(all), coldSection(all.cold)]),
    each(ingest, ingestSection),
    each(graph, graphSection),
    each(lifecycle, lifecycleSection),
    each(production, productionSections),
    each(stalls, (both) => both.map(stallsSection)),
    each(faults, faultsSection),
    each(fairness, fairnessSection),
    each(results.flood, floodSection),
    each(results.foreignIds, foreignIdsSection),
    each(filling, fillingSection),
    each(results.import, importSection),
    each(results.answers, answersSection),
    each(results.languages, languagesSection),
    each(results.teams, teamsSection),
    each(results.ingestQuality, ingestQualitySections),
    each(results.llm, llmSection),
    each(results.llmHanging, hangingSection),
    each(results.wholeWay, wholeWaySections),
  ].flat();
};

function show(results: Results): void {
  for (const section of sectionsOf(results)) print(section);
  if (results.quality) console.log(['', ...results.quality].join('\n'));
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    console.log(usage);
    return;
  }
  const machine = machineLine();
  const at = new Date().toISOString();
  console.log(`Hippocamp bench, ${at}\n${machine}`);
  const results: Results = {};
  try {
    await measure(options, createProgress(process.stderr), results);
  } finally {
    show(results);
    const all = { at, machine, options: { ...options, parts: [...options.parts] }, ...results };
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(all, null, 1)}\n`);
  }
}

// An exit runs the handlers that stop processes and remove folders.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

await run().catch((error: unknown) => {
  const wrong = error instanceof UsageError;
  process.stderr.write(wrong ? `${error.message}\n\n${usage}` : `${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = wrong ? 2 : 1;
});
