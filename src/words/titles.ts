/** The title of a choice before what was chosen: "How the defender reacts:", "Is the regiment rallied?". */
export const afterTitle = (title: string): string => (title.endsWith('?') ? title : `${title}:`);
