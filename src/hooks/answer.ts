// Hook answers in the form of each agent program: context, denial, go on.

/** What is added to the conversation as it begins. */
export const context = (event: string, text: string): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } });

/** The call is not made, and the model is told why. */
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

/** The turn goes on, with this to begin with. */
export const goOn = (event: string, reason: string): string =>
  JSON.stringify({ decision: event === "AfterAgent" ? "deny" : "block", reason });
