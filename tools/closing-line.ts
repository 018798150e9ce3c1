import type { Reporter, TestModule } from 'vitest/node';
import type { MissingEngine } from './engines.js';

/** Ends a run with what was not run, and one plain line that any script can read: "N passed, N failed, N skipped". */
export class ClosingLine implements Reporter {
  readonly #missing: readonly MissingEngine[];

  constructor(missing: readonly MissingEngine[]) {
    this.#missing = missing;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string) => states.filter((found) => found === state).length;
    const broken = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests()].length === 0,
    );
    for (const { engine, suites, command } of this.#missing) {
      process.stdout.write(`\nNot run for want of ${engine}: ${suites}.\n  To run it: ${command}\n`);
    }
    process.stdout.write(
      `\n${count('passed')} passed, ${count('failed') + broken.length} failed, ${count('skipped')} skipped\n`,
    );
  }
}
