import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { MissingEngine } from './engines.js';

/** Another command runs these tests, so they do not count as skipped. */
interface Left {
  isLeft(test: TestCase): boolean;
  to: string;
}

const SLOWEST = 10;

/** The needed part of a test module; `duration` is in ms. */
interface Timed {
  relativeModuleId: string;
  project: { name: string };
  diagnostic(): { duration: number };
}

export function slowestFiles(files: readonly Timed[]): string[] {
  return files
    .map((file) => ({ ...file.diagnostic(), name: `${file.relativeModuleId} (${file.project.name})` }))
    .sort((one, other) => other.duration - one.duration)
    .slice(0, SLOWEST)
    .map(({ duration, name }) => `${(duration / 1000).toFixed(1).padStart(7)} s  ${name}`);
}

/** Ends a run with its slowest files, and a line for scripts: "N passed, N failed, N skipped". */
export class ClosingLine implements Reporter {
  readonly #missing: readonly MissingEngine[];
  readonly #left: Left | undefined;

  constructor(missing: readonly MissingEngine[], left?: Left) {
    this.#missing = missing;
    this.#left = left;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const all = modules.flatMap((module) => [...module.children.allTests()]);
    const tests = all.filter((test) => !this.#left?.isLeft(test));
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests()].length === 0,
    );
    process.stdout.write(`\nThe slowest files, with all their tests:\n${slowestFiles(modules).join('\n')}\n`);
    for (const { engine, suites, command } of this.#missing) {
      process.stdout.write(`\nNot run for want of ${engine}: ${suites}.\n  To run it: ${command}\n`);
    }
    const second = tests.filter((test) => test.diagnostic()?.flaky);
    if (second.length > 0) {
      const names = second.map((test) => `  ${test.module.moduleId.split('/').at(-1)}: ${test.fullName}`);
      process.stdout.write(`\nPassed only when tried again, which wants looking into:\n${names.join('\n')}\n`);
    }
    if (this.#left) {
      process.stdout.write(
        `\nLeft to ${this.#left.to}: ${all.length - tests.length} tests, and more of the production mode.\n`,
      );
    }
    process.stdout.write(
      `\n${count('passed')} passed, ${count('failed') + broken.length} failed, ${count('skipped')} skipped\n`,
    );
  }
}
