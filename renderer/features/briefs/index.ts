/** Fetched by a project's panel, for who edits projects. */
export const loadBriefEditor = async () => (await import('./BriefEditor.tsx')).BriefEditor
