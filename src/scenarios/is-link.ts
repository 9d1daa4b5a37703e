/** Is this a link, and not the name of a file? */
export const isLink = (text: string): boolean => /^(?:https?:\/\/|#v=)/i.test(text);
