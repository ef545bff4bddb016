export { startTour } from './start-tour.ts'
export { Tour } from './Tour.tsx'
