import type { Reporter, TestModule, TestSuite } from 'vitest/node';

interface Count {
  passed: number;
  total: number;
}

/** A suite of the conformance folder is named "section of the document: subject". */
interface Row {
  section: string;
  what: string;
  byProject: Map<string, Count>;
}

const collator = new Intl.Collator('en', { numeric: true });

const add = (into: Map<string, Count>, project: string, { passed, total }: Count) => {
  const known = into.get(project) ?? { passed: 0, total: 0 };
  into.set(project, { passed: known.passed + passed, total: known.total + total });
};

const countOf = (suite: TestSuite): Count => {
  const states = [...suite.children.allTests()].map((test) => test.result().state);
  return { passed: states.filter((state) => state === 'passed').length, total: states.length };
};

function rowsOf(modules: readonly TestModule[]): Row[] {
  const rows = new Map<string, Row>();
  for (const module of modules) {
    for (const suite of module.children.suites()) {
      const [section = '', what = ''] = suite.name.split(': ');
      const row = rows.get(suite.name) ?? { section, what, byProject: new Map() };
      add(row.byProject, module.project.name, countOf(suite));
      rows.set(suite.name, row);
    }
  }
  return [...rows.values()].sort((one, other) => collator.compare(one.section, other.section));
}

function linesOf(rows: readonly string[][]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
}

export class ConformanceTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = rowsOf(modules.filter(({ moduleId }) => moduleId.includes('/e2e/src/conformance/')));
    if (rows.length === 0) return;
    const sum: Row = { section: 'The whole document', what: '', byProject: new Map() };
    for (const { byProject } of rows) for (const [project, count] of byProject) add(sum.byProject, project, count);
    const projects = [...sum.byProject.keys()].sort();
    const cell = (count: Count | undefined) => (count ? `${count.passed} of ${count.total}` : '-');
    const table = [
      ['Section of the document', 'What was checked', ...projects],
      ...[...rows, sum].map(({ section, what, byProject }) => [
        section,
        what,
        ...projects.map((project) => cell(byProject.get(project))),
      ]),
    ];
    process.stdout.write(`\n${linesOf(table).join('\n')}\n`);
  }
}
