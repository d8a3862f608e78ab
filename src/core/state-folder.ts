// What an agent program keeps of its own, and which part of it is copied into a fenced job, kept for the next attempt and returned.

/** Paths are below the folder; one that names a folder stands for all within. */
export type StateFolder = {
  /** Below the user's home. */
  readonly path: string;
  /** A variable that names the folder itself, and is set within. */
  readonly variable?: string;
  /** A variable that names the folder around it. */
  readonly around?: string;
  /** Copied in before each job: settings and logins; `*.end` stands for all names of that end. What isn't there is not missed. */
  readonly copies: readonly string[];
  /** As `copies`, from beside the folder. */
  readonly beside?: readonly string[];
  /** Those of them that the program renews by itself: returned where it did. */
  readonly logins: readonly string[];
  /** Its conversations: kept from one attempt to the next. */
  readonly sessions: readonly string[];
  /**
   * Which files in `sessions` are returned where nothing lies in their way; null: none. Other files there are read
   * by the program in conversations to come, as what it is to remember: a job could leave orders in them.
   */
  readonly returns: ReturnRule | null;
};

/**
 * Conversations by how their files' names end, and by what tells that they are of the folder in which the job worked. One of another folder
 * could be gone on with there by somebody who takes it for his own. `path`: they lie in a folder that is named as that one is, with `-`
 * for all but letters and digits; `line`: their first line is JSON whose `payload.cwd` it is.
 */
export type ReturnRule = { readonly ends: readonly string[]; readonly by: "path" | "line" };
