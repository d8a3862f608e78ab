// Why: the thread that stories are told in: it is sent a name and answers null, or what the story threw.
import { parentPort } from "node:worker_threads";
import { everyTime } from "./every-time.ts";

const tell = async (name: string): Promise<Error | null> => {
  try {
    const act = everyTime.get(name);
    if (act === undefined) throw new Error(`there is no story ${name}`);
    await act();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

parentPort?.on("message", (name: string) => void tell(name).then((said) => parentPort?.postMessage(said, [])));
