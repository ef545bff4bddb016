/**
 * The process that calls Windows. Calls may block, and a mistake of theirs ends a process, which mustn't be
 * the main one. It is started with the path of koffi's module, answers until it is ended, and ends with main.
 */
import { answerRequests } from './answering.ts'
import { koffiApi, loadKoffi } from './koffi-api.ts'
import { checkedNativeModule } from './native-module.ts'

const [file = ''] = process.argv.slice(2)
const port = process.parentPort
const answer = answerRequests(
  () => koffiApi(loadKoffi(checkedNativeModule(file))),
  (message) => port.postMessage(message),
)
port.on('message', ({ data }) => answer(data))
