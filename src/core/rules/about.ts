// Typed access to a job's own data, which may be any JSON after the spool.
import type { Job } from "../job.ts";

/** Reads the data of one protocol's jobs. Throws for a job of another protocol, which only a bug can cause */
export const aboutOf = <A extends { readonly is: string }>(
  protocol: string,
  kinds: Readonly<Record<A["is"], true>>,
): ((job: Pick<Job, "key" | "about">) => A) => {
  const isAbout = (value: unknown): value is A =>
    typeof value === "object" &&
    value !== null &&
    "is" in value &&
    typeof value.is === "string" &&
    Object.hasOwn(kinds, value.is);
  return ({ key, about }) => {
    if (isAbout(about)) return about;
    throw new TypeError(`job ${key} is none of ${protocol}'s`);
  };
};
