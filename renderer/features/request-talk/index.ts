export { RequestTalkButton, RequestTalkDialog } from './RequestTalkButton.tsx'
