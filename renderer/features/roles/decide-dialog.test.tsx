import { testAsksFirst } from '../../testing/asks-first.tsx'
import { DecideDialog } from './DecideDialog.tsx'

const ACCESS = {
  ...{ userID: 7, userName: 'ann', displayName: 'Ann Ash' },
  ...{ permissions: [], unknownNumbers: [], roles: [], ways: [] },
}

testAsksFirst(
  'grant to somebody alone',
  ({ onClose }) => (
    <DecideDialog
      access={ACCESS}
      deciding={{ name: 'CAN_USE_TODO', words: 'To-do', isRefusal: false }}
      onClose={onClose}
      onChanged={() => {}}
    />
  ),
  /^Reason/,
)
