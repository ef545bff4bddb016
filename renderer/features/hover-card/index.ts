export { PersonName } from './PersonName.tsx'

/** Whoever shows names needs none of its code before it opens. */
export const loadUserProfileDialog = async () => (await import('./UserProfileDialog.tsx')).UserProfileDialog
