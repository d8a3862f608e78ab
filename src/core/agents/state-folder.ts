// Private files of an agent program: those copied into a fenced job, kept for the next attempt and returned.

/** Paths are relative to the folder; a folder's path includes everything in it. */
export type StateFolder = {
  /** Relative to the user's home. */
  readonly path: string;
  /** A variable that names the folder itself, set inside the fence. */
  readonly variable?: string;
  /** A variable that names its parent folder. */
  readonly around?: string;
  /** Copied in before each job: settings and logins; `*.end` matches all names with that ending. Missing files are ignored. */
  readonly copies: readonly string[];
  /** As `copies`, from next to the folder. */
  readonly beside?: readonly string[];
  /** Those of them that the program renews itself: copied back after a change. */
  readonly logins: readonly string[];
  /** Its conversations: kept from one attempt to the next. */
  readonly sessions: readonly string[];
  /**
   * Which files in `sessions` are copied back, unless the target exists; null for none. The program reads other files there in later
   * conversations as things to remember, so a job could leave instructions in them.
   */
  readonly returns: ReturnRule | null;
};

/**
 * Conversations, by the ending of their file names, and by how they identify the job's folder. A user could otherwise resume one of another
 * folder there as their own. `path`: in a folder with that folder's name, other characters than letters and digits replaced by `-`;
 * `line`: their first line is JSON with that folder as `payload.cwd`.
 */
export type ReturnRule = { readonly ends: readonly string[]; readonly by: "path" | "line" };
