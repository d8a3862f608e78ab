// Why: what a program calls a conversation comes back as an argument of the next one, and lies in the cache: what could be an option, a path or a flood is no name.

export const isConversationName = (text: string): boolean =>
  /^[A-Za-z0-9][\w.:-]{0,199}$/u.test(text);
