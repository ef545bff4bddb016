import { lazyCode } from '../../ui/fetch-code.ts'

export const RecordImport = lazyCode(async () => (await import('./RecordImport.tsx')).RecordImport)
