import { WindowsFailure } from './failure.ts'
import type {
  AskWindows,
  WindowsCallName,
  WindowsInput,
  WindowsInterface,
  WindowsOutput,
} from './windows-calls.ts'

type Answers = { [Name in WindowsCallName]?: (input: WindowsInput<Name>) => WindowsOutput<Name> }

/** Windows for tests: answers what it is given, and everything else is missing. */
export function fakeWindows(answers: Answers): WindowsInterface {
  const ask = async (name: WindowsCallName, input: never): Promise<unknown> => {
    const answer = answers[name] as ((input: never) => unknown) | undefined
    if (!answer) throw new WindowsFailure(name, 'missing')
    return answer(input)
  }
  return {
    ask: ask as AskWindows,
    watchAddresses: () => Promise.reject(new WindowsFailure('watchAddresses', 'missing')),
  }
}
