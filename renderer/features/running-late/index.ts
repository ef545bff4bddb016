export { RunningLate } from './RunningLate.tsx'
