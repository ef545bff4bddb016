/**
 * What `electron/platform/windows/helper-process.ts` is inside of Electron, under plain Node: for the scripts that
 * run on Windows without Electron. Started by `windows-helper.ts` with the path of koffi's module.
 */
import { answerRequests } from '../../electron/platform/windows/answering.ts'
import { koffiApi, loadKoffi } from '../../electron/platform/windows/koffi-api.ts'
import { checkedNativeModule } from '../../electron/platform/windows/native-module.ts'

const [file = ''] = process.argv.slice(2)
const answer = answerRequests(
  () => koffiApi(loadKoffi(checkedNativeModule(file))),
  (message) => process.send?.(message),
)
process.on('message', answer)
process.on('disconnect', () => process.exit())
