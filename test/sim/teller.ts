// Worker thread of simulations: takes a story's name, answers null or the thrown error.
import { parentPort } from "node:worker_threads";
import { acts } from "./acts.ts";

const tell = async (name: string): Promise<Error | null> => {
  try {
    const act = acts.get(name);
    if (act === undefined) throw new Error(`there is no story ${name}`);
    await act();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

parentPort?.on(
  "message",
  (name: string) => void tell(name).then((said) => parentPort?.postMessage(said, [])),
);
