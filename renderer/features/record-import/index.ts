import { lazyCode } from '../../ui/fetch-code.ts'

const code = () => import('./RecordImport.tsx')
export const RecordImport = lazyCode(async () => (await code()).RecordImport)
export const ProjectImport = lazyCode(async () => (await code()).ProjectImport)
