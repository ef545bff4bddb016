import { lazyCode } from '../../ui/fetch-code.ts'

export const AreasScreen = lazyCode(async () => (await import('./AreasScreen.tsx')).AreasScreen)
export const AreasDialog = lazyCode(async () => (await import('./AreasDialog.tsx')).AreasDialog)
