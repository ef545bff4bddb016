import { lazyCode } from '../../ui/fetch-code.ts'

export const LicenceSettings = lazyCode(async () => (await import('./LicenceSettings.tsx')).LicenceSettings)
