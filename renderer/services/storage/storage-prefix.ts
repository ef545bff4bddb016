/** What the names of everything that the application keeps in the browser begin with. */
export const STORAGE_PREFIX = 'fieldwork.'
