// What a request says: its query, each name once, and its body, with a limit of bytes that are counted as they arrive.
import { isTooDeep, mostLevels } from "../../core/json/depth.ts";
import { refuse } from "../../core/refusal.ts";
import type { Route } from "../route.ts";
import { asJson, type Failure, failure } from "../show/problem.ts";

const oversized = (limit: number): Failure =>
  failure(
    413,
    refuse("BODY_OVERSIZED", `the request's body has more than ${limit} bytes`, {
      fits: "a file that the text names, for long matter",
    }),
  );

/** A client that disconnects midway gets no answer, and is no bug. */
const brokenOff = (): Failure =>
  failure(400, refuse("BODY_BROKEN", "the request broke off before all of its body had come"));

/** Node's error when the connection ends within a body. */
const isReset = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ECONNRESET";

const counted = async (
  { headers, body }: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | Failure> => {
  if (Number(headers.get("content-length") ?? 0) > limit) return oversized(limit);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > limit) {
      await reader?.cancel();
      return oversized(limit);
    }
    parts.push(read.value);
  }
  return new Uint8Array(Buffer.concat(parts));
};

/** The bytes, or an error that they are too many or incomplete. */
export const bytesOf = async (
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | Failure> => {
  try {
    return await counted(request, limit);
  } catch (error) {
    if (isReset(error)) return brokenOff();
    throw error;
  }
};

/** Browsers let other sites send JSON only under content types that they consider harmless. */
export const isJson = ({ headers }: Request): boolean =>
  /^application\/json *(;|$)/i.test(headers.get("content-type") ?? "");

/** The value, or the error in it. */
export const jsonOf = async (
  request: Request,
  limit: number,
): Promise<{ readonly value: unknown } | Failure> => {
  if (!isJson(request))
    return failure(
      415,
      refuse("BODY_TYPE_WRONG", "the request's body isn't said to be JSON", {
        fits: "content-type: application/json",
      }),
    );
  const bytes = await bytesOf(request, limit);
  if (!(bytes instanceof Uint8Array)) return bytes;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    return failure(
      400,
      refuse(
        "BODY_BROKEN",
        `the request's body is no JSON: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
  }
  if (isTooDeep(value))
    return failure(
      400,
      refuse(
        "FIELD_OVERSIZED",
        `the request's body holds lists or objects more than ${mostLevels} levels deep`,
      ),
    );
  return { value };
};

type Said = { readonly query: unknown; readonly body: unknown };

/** A response: why it can't be read. @param limit bytes of the body */
export const saidIn = async (
  route: Pick<Route, "query" | "body">,
  request: Request,
  limit: number,
): Promise<Said | Response> => {
  const pairs = route.query === null ? [] : [...new URL(request.url).searchParams];
  const twice = pairs.find(
    ([name], index) => pairs.findIndex(([other]) => other === name) !== index,
  );
  if (twice !== undefined) {
    const text = `the query says ${twice[0].slice(0, 100)} more than once`;
    return asJson(failure(400, refuse("FIELD_INVALID", text)));
  }
  const sent = route.body === null ? { value: null } : await jsonOf(request, limit);
  if ("status" in sent) return asJson(sent);
  return { query: Object.fromEntries(pairs), body: sent.value };
};
