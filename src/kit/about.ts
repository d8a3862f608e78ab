// Typed access to a job's own data, which may be any JSON after the spool.
import { isRecord } from "../core/json/record.ts";
import type { Job } from "../core/job.ts";

/** Reads the data of one protocol's jobs. Throws for data of none, which only a bug can cause */
export const aboutOf = <A extends { readonly is: string }>(
  protocol: string,
): ((job: Pick<Job, "key" | "about">) => A) => {
  const isAbout = (value: unknown): value is A =>
    isRecord(value) && typeof value["is"] === "string";
  return ({ key, about }) => {
    if (isAbout(about)) return about;
    throw new TypeError(`job ${key} is none of ${protocol}'s`);
  };
};
