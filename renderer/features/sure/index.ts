import { lazyCode } from '../../ui/fetch-code.ts'

/** Fetched when it is asked for the first time. */
export const SureDialog = lazyCode(async () => (await import('./SureDialog.tsx')).SureDialog)
export { TypedNumber, typedFault } from './TypedNumber.tsx'
