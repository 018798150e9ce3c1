import { createLocalModel, type LocalModel } from '@hippocamp/adapters/local-model/embedder';

/** The model that ships, once for all of a process that ask for it. */
export interface SharedModel {
  /** Starts its threads when it is first asked for. Rejects with `LocalModelUnavailable` where it cannot run here. */
  open(): Promise<LocalModel>;
  /** Ends its threads; `close` of what was opened does not, since others may use it. */
  close(): Promise<void>;
}

export interface SharedModelSettings {
  threads: number;
  /** Whether memories are found by it, or texts only read. */
  finds: boolean;
}

export function createSharedModel(settings: SharedModelSettings, openModel = createLocalModel): SharedModel {
  let opened: Promise<LocalModel> | undefined;
  return {
    async open() {
      opened ??= openModel(settings);
      return { ...(await opened), close: async () => undefined };
    },
    async close() {
      await opened?.then(
        ({ close }) => close(),
        () => undefined,
      );
    },
  };
}
