// HTTP client of the page; it tells a refusal, a fault and a lost connection apart.
import type { Problem } from "../../../src/http/answers.ts";
import { hidden } from "../../../src/core/words/clean.ts";
import { syncClock } from "./clock.ts";
import { answers, type Guard } from "./guards.ts";

/** A refusal or an error; `status` 0: the server is unreachable; `problem` null: no details beyond the status. */
export class Refused extends Error {
  readonly status: number;
  readonly problem: Problem | null;
  constructor(status: number, problem: Problem | null, message: string) {
    super(message);
    this.name = "Refused";
    this.status = status;
    this.problem = problem;
  }
}

const wordsOf = (status: number, problem: Problem | null): string => {
  if (problem !== null) return "refusal" in problem ? problem.refusal.text : problem.fault.text;
  if (status === 401)
    return "This page's session has ended. Open the address that `cairn serve` printed last.";
  return `The server answered with status ${status}.`;
};

/** Signs that reorder text or that no one sees, by which agents' words could read as something else, are shown; JSON needs none of them. */
const textOf = async (response: Response): Promise<string> =>
  (await response.text()).replace(hidden, "\uFFFD");
const jsonOf = async (response: Response): Promise<unknown> => JSON.parse(await textOf(response));

/** The status of an answer that the page has already. */
const unchanged = 304;

const answer = async (path: string, init: RequestInit): Promise<Response> => {
  let response: Response;
  try {
    response = await fetch(path, { ...init, credentials: "same-origin" });
  } catch (error) {
    // The requesting component is gone: not a server error.
    if (init.signal?.aborted === true) throw error;
    throw new Refused(0, null, "The server doesn't answer. Is `cairn serve` still running?");
  }
  syncClock(response.headers.get("date"));
  if (response.ok || response.status === unchanged) return response;
  const body: unknown = await jsonOf(response).catch(() => null);
  const problem = answers.problem(body) ? body : null;
  throw new Refused(response.status, problem, wordsOf(response.status, problem));
};

const read = async <T>(path: string, response: Response, is: Guard<T>): Promise<T> => {
  const body: unknown = await jsonOf(response).catch(() => null);
  if (is(body)) return body;
  throw new Refused(
    response.status,
    null,
    `The server's answer to ${path} can't be read. Reload the page.`,
  );
};

type Signal = AbortSignal | null;

type Had = { readonly etag: string; readonly body: unknown };
/** The last answers by path: what didn't change isn't sent again. */
const had = new Map<string, Had>();
const mostHad = 32;

const keep = (path: string, etag: string | null, body: unknown): void => {
  had.delete(path);
  if (etag === null) return;
  for (const oldest of had.keys()) if (had.size >= mostHad) had.delete(oldest);
  had.set(path, { etag, body });
};

/** `T` is the contract's answer type for this path: both sides are built from one tree, so a check of its keys suffices. */
export const get = async <T>(path: string, is: Guard<T>, signal: Signal = null): Promise<T> => {
  const known = had.get(path);
  const headers = known === undefined ? {} : { "if-none-match": known.etag };
  const response = await answer(path, { method: "GET", signal, headers });
  if (response.status === unchanged && known !== undefined && is(known.body)) return known.body;
  const body = await read(path, response, is);
  keep(path, response.headers.get("etag"), body);
  return body;
};

/** A file's text; never parsed, never markup. Above 2 MiB it is truncated, as its last line says. */
export const getText = async (path: string, signal: Signal = null): Promise<string> =>
  textOf(await answer(path, { method: "GET", signal }));

/** A file's content by type: a text, a picture shown by its address, or a download. */
type FileContent =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "picture" | "other" };
export const getFileContent = async (path: string, signal: Signal = null): Promise<FileContent> => {
  const response = await answer(path, { method: "GET", signal });
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/plain")) return { is: "text", text: await textOf(response) };
  await response.body?.cancel();
  return { is: type.startsWith("image/") ? "picture" : "other" };
};

export const post = async <T>(path: string, body: unknown, is: Guard<T>): Promise<T> =>
  read(
    path,
    await answer(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    is,
  );

/** An id for a request. `crypto.randomUUID` would need a secure origin. */
export const freshId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
