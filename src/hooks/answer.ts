// Hook answers in the form of each agent program: context, denial, continuation.

/** Adds text to the conversation as it begins. */
export const context = (event: string, text: string): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } });

/** Denies the call and tells the model why. */
export const denied = (event: string, reason: string): string =>
  JSON.stringify(
    event === "BeforeTool"
      ? { decision: "deny", reason }
      : {
          hookSpecificOutput: {
            hookEventName: event,
            permissionDecision: "deny",
            permissionDecisionReason: reason,
          },
        },
  );

/** Continues the turn with the reason as its next input. */
export const goOn = (event: string, reason: string): string =>
  JSON.stringify({ decision: event === "AfterAgent" ? "deny" : "block", reason });
