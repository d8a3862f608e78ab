// Benchmark of memory: heap and resident set over a million appends.
import type { Figure } from "./figures.ts";
import { ground, inFolder, say } from "./ground.ts";

const total = 1_000_000;
const sampleEvery = 100_000;

/** Needs --expose-gc: what is left after a collection is what is kept. */
export const memory = (): Promise<Figure> =>
  inFolder(async (folder) => {
    const { door, started, close } = await ground(folder);
    await started("r1");
    const samples: { heap: number; rss: number }[] = [];
    for (let done = 0; done < total;) {
      for (const until = done + sampleEvery; done < until; done += 100)
        await Promise.all(Array.from({ length: 100 }, (_, i) => say(door, "r1", i)));
      globalThis.gc?.();
      const { heapUsed, rss } = process.memoryUsage();
      samples.push({ heap: heapUsed / 1e6, rss: rss / 1e6 });
    }
    await close();
    const [first, last] = [samples[0], samples.at(-1)];
    const ratio = first === undefined || last === undefined ? Number.NaN : last.rss / first.rss;
    return {
      what: "memory over 1,000,000 appends",
      measured:
        samples.map(({ heap, rss }) => `${heap.toFixed(0)}/${rss.toFixed(0)}`).join(" ") +
        " MB heap/resident, each 100,000 (one run)",
      ratio,
      goal: { is: "at most", ratio: 1.25 },
      against: "the resident set after the first 100,000",
    };
  });
