// Second thread for simulations, away from node:test's tracking of millions of promises.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { acts } from "./acts.ts";

type Aside = {
  readonly names: readonly string[];
  /** Rejects with what was thrown there. One at a time. */
  readonly tell: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export const openAside = (): Aside => {
  const worker = new Worker(new URL("./teller.ts", import.meta.url));
  return {
    names: [...acts.keys()],
    tell: async (name) => {
      worker.postMessage(name, []);
      const [said]: readonly unknown[] = await once(worker, "message");
      if (said instanceof Error) throw said;
    },
    close: async () => void (await worker.terminate()),
  };
};
