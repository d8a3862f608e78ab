// Check of conversation names by agent programs: no option, no path, no flood.

export const isConversationName = (text: string): boolean =>
  /^[A-Za-z0-9][\w.:-]{0,199}$/u.test(text);
