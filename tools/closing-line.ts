import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line that any script can read: "N passed, N failed, N skipped". */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string) => states.filter((found) => found === state).length;
    const broken = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests()].length === 0,
    );
    process.stdout.write(
      `\n${count('passed')} passed, ${count('failed') + broken.length} failed, ${count('skipped')} skipped\n`,
    );
  }
}
