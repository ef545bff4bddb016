import { lazyCode } from '../../ui/fetch-code.ts'

export const RecordImport = lazyCode(async () => (await import('./RecordImport.tsx')).RecordImport)
export const ImportList = lazyCode(async () => (await import('./ImportList.tsx')).ImportList)
