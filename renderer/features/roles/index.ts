export { AccessScreen } from './AccessScreen.tsx'
export { wordsOf } from './permission-words.ts'
