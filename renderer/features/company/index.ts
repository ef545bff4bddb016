import { lazyCode } from '../../ui/fetch-code.ts'

// Nobody waits for them: sign-in and the shell show before.
export const CompanyLogo = lazyCode(async () => (await import('./CompanyPicture.tsx')).CompanyLogo)
export const CompanyMark = lazyCode(async () => (await import('./CompanyPicture.tsx')).CompanyMark)
