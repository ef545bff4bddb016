import { Button, Menu, TextInput } from '@mantine/core'
import { IconFileTypePdf, IconNote, IconPlus, IconWifiOff } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { searchUsers } from '#shared/contract/help.ts'
import { PRESENCE_VALUES } from '#shared/domain/presence.ts'
import { ColumnMatching, FilePick, OutcomeCounts } from '../features/file-rows/index.ts'
import { Chart } from '../ui/chart/Chart.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { DialogFailure } from '../ui/failure/DialogFailure.tsx'
import { LoadFailure } from '../ui/failure/LoadFailure.tsx'
import { PartFailure } from '../ui/failure/PartFailure.tsx'
import { ChooseFile } from '../ui/form/ChooseFile.tsx'
import { DropField } from '../ui/form/DropField.tsx'
import { FieldRow } from '../ui/form/FieldRow.tsx'
import { FormActions } from '../ui/form/FormActions.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { SmtpFields, SmtpSteps } from '../ui/form/SmtpFields.tsx'
import { EMPTY_SMTP } from '../ui/form/smtp-entries.ts'
import { UploadBar } from '../ui/form/UploadBar.tsx'
import { FilterBox } from '../ui/grid/FilterBox.tsx'
import { Pager } from '../ui/grid/Pager.tsx'
import { Hint } from '../ui/Hint.tsx'
import { LazyMenu } from '../ui/LazyMenu.tsx'
import { LazyPopover } from '../ui/LazyPopover.tsx'
import { Mark } from '../ui/Mark.tsx'
import { NoContentDialog } from '../ui/NoContentDialog.tsx'
import { PageTabs } from '../ui/PageTabs.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { PersonSelect } from '../ui/PersonSelect.tsx'
import { Problem } from '../ui/Problem.tsx'
import { ProgressCircle } from '../ui/ProgressCircle.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { RemoteSelect } from '../ui/RemoteSelect.tsx'
import { RowMenuFrame } from '../ui/RowMenuFrame.tsx'
import { SavedMark } from '../ui/SavedMark.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { SafeHtml } from '../ui/safe-html/SafeHtml.tsx'
import { UndoLine } from '../ui/UndoLine.tsx'
import { UserAvatar } from '../ui/UserAvatar.tsx'
import { signedIn } from './server.ts'
import type { Specimen } from './specimen.ts'
import { HOSTILE, LONG, LONG_WORD } from './texts.ts'

const nothing = () => {}
const never = () => new Promise<never>(nothing)
const reason = 'The server is currently busy or is doing an update, please try again in a few moments.'

const ROWS_FILE = new File(['a'], 'calls of May.csv')
const PICKED = { texts: { choose: 'Choose a file', other: 'Choose another file' }, isReading: false }
const MATCHED = {
  checked: { headings: ['Project', 'Seconds'], columns: ['project', null] },
  columns: ['project', null],
  fields: [{ value: 'project', label: 'Project' }],
  texts: {
    columns: (read: number, all: number) => `${read} of ${all} columns are read`,
    notRead: 'Not read',
  },
}

type States = Readonly<Record<string, ReactNode>>

/** A piece in each of its states, one under the other, each with its name. */
const piece = (name: string, states: States, more: Partial<Specimen> = {}): Specimen => ({
  name,
  isPage: false,
  show: () =>
    Object.entries(states).map(([state, node]) => (
      <figure key={state} className="gallery-state">
        <figcaption>{state}</figcaption>
        <div>{node}</div>
      </figure>
    )),
  ...more,
})

/** A piece that lies over the page. */
const overlay = (name: string, node: ReactNode, more: Partial<Specimen> = {}): Specimen => ({
  name,
  isPage: true,
  show: () => <div style={{ padding: 16 }}>{node}</div>,
  ...more,
})

const row = (...nodes: readonly ReactNode[]) => (
  <div className="gallery-row">
    {nodes.map((node, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never change
      <Fragment key={place}>{node}</Fragment>
    ))}
  </div>
)

const press = (root: HTMLElement) => root.querySelector<HTMLElement>('[data-specimen] button')?.click()

function Broken(): never {
  throw new Error(`Cannot read properties of undefined (reading '${LONG_WORD}')`)
}

/** Who is found by a few letters. */
function peopleServer() {
  const at = signedIn()
  at.answer(searchUsers, () => [
    { userID: 2, userName: 'jamie', displayName: 'Jamie Whitfield', role: 'Interviewer', areaName: 'Leeds' },
    { userID: 3, userName: 'long', displayName: LONG, role: LONG_WORD, areaName: 'Northgate' },
    { userID: 4, userName: 'hostile', displayName: HOSTILE, role: '', areaName: '' },
  ])
  return at
}

/** Types into the first field as a hand would. */
function type(root: HTMLElement, text: string): void {
  const field = root.querySelector<HTMLInputElement>('[data-specimen] input')
  if (!field) throw new Error('there is no field')
  field.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export const PIECES: readonly Specimen[] = [
  piece('EmptyState', {
    'with an icon': <EmptyState icon={<IconNote size={28} />} title="There are no notes yet." />,
    'without one': <EmptyState title="Nothing is asked of you." />,
    'with a way on': (
      <EmptyState icon={<IconNote size={28} />} title="There are no notes yet.">
        <Button size="xs">Add a note</Button>
      </EmptyState>
    ),
    long: <EmptyState icon={<IconNote size={28} />} title={LONG} />,
    hostile: <EmptyState title={HOSTILE} />,
  }),
  piece('failure/LoadFailure', {
    'with its reason': <LoadFailure title="Your documents could not be fetched." reason={reason} />,
    'with a way to try again': (
      <LoadFailure
        icon={<IconWifiOff size={26} />}
        title="Your documents could not be fetched."
        reason={reason}
        onRetry={nothing}
      />
    ),
    'without a reason': <LoadFailure title="Error detected" reason={null} onRetry={nothing} />,
    long: <LoadFailure title={LONG} reason={LONG} onRetry={nothing} />,
  }),
  piece('failure/PartFailure', {
    'a part that throws': (
      <PartFailure>
        <Broken />
      </PartFailure>
    ),
  }),
  overlay(
    'failure/DialogFailure',
    <DialogFailure opened onClose={nothing}>
      <Broken />
    </DialogFailure>,
  ),
  piece('PageTabs', {
    'the second of three': (
      <PageTabs
        label="Parts"
        tabs={['one', 'two', 'long']}
        current="two"
        words={{ one: 'People', two: 'Roles', long: LONG }}
      >
        <p>What it shows.</p>
      </PageTabs>
    ),
  }),
  piece('Problem', {
    short: <Problem>Invalid file format</Problem>,
    long: <Problem>{LONG}</Problem>,
    hostile: <Problem>{HOSTILE}</Problem>,
    'nothing wrong': <Problem>{null}</Problem>,
  }),
  piece('ProgressCircle', {
    'red, amber, green': row(
      ...[0, 12, 64, 65, 85, 86, 100].map((percent) => (
        <ProgressCircle key={percent} percent={percent} label="Done" />
      )),
    ),
    large: <ProgressCircle percent={73} label="Done" size={120} />,
  }),
  piece('QrCode', {
    'an address': <QrCode text="https://fieldwork.example/link/0123456789" label="The address" />,
  }),
  piece('Mark', { sizes: row(<Mark size={20} />, <Mark size={40} />, <Mark size={72} />) }),
  piece('SavedMark', {
    states: row(
      ...(['saved', 'saving', 'unsaved'] as const).map((state) => (
        <SavedMark
          key={state}
          state={state}
          text={{ saved: 'Saved', saving: 'Saving…', unsaved: 'Not saved yet' }}
        />
      )),
    ),
  }),
  piece('Skeleton', {
    lines: (
      <>
        <Skeleton width="60%" height={18} />
        <Skeleton width="35%" height={14} />
      </>
    ),
    round: <Skeleton width={40} height={40} round />,
  }),
  piece('UserAvatar', {
    colours: row(
      ...Array.from({ length: 26 }, (_, place) => {
        const letter = String.fromCharCode(65 + place)
        return <UserAvatar key={letter} name={`${letter} ${letter}`} />
      }),
    ),
    sizes: row(...[16, 24, 32, 40, 64].map((size) => <UserAvatar key={size} name="Ann Lee" size={size} />)),
    'rooms, icons, WhatsApp': row(
      <UserAvatar name="Leeds field team" shape="square" />,
      <UserAvatar name="Notes" icon={<IconNote size={18} />} />,
      <UserAvatar name="Whatsapp: +44 7700 900123" />,
    ),
    'odd names': row(
      ...['', ' ', 'ß', '李小龍', HOSTILE].map((name) => <UserAvatar key={name} name={name} />),
    ),
  }),
  piece('PersonAvatar', {
    presence: row(
      ...PRESENCE_VALUES.map((status) => (
        <PersonAvatar key={status} userID={3} name="Ann Lee" size={40} status={status} />
      )),
    ),
    'not there, SAM, nobody': row(
      <PersonAvatar userID={3} name="Ann Lee" size={40} status={null} />,
      <PersonAvatar userID={-2} name="SAM" size={40} status={null} />,
      <PersonAvatar userID={0} name="Every One" size={40} />,
    ),
  }),
  piece('PersonSelect', {
    empty: <PersonSelect label="Colleague" value={null} onChange={nothing} />,
    chosen: <PersonSelect label="Colleague" value={{ id: 2, name: 'Jamie Whitfield' }} onChange={nothing} />,
    'switched off': <PersonSelect label="Colleague" value={null} onChange={nothing} disabled />,
  }),
  overlay('PersonSelect-found', <PersonSelect label="Colleague" value={null} onChange={nothing} />, {
    server: peopleServer,
    act: (root) => type(root, 'whitfield'),
  }),
  piece('RemoteSelect', {
    'has to be chosen': (
      <RemoteSelect
        label="Project"
        placeholder="Find"
        required
        value={null}
        onChange={nothing}
        search={never}
      />
    ),
    long: <RemoteSelect label="Project" value={{ id: 1, name: LONG }} onChange={nothing} search={never} />,
  }),
  overlay(
    'RemoteSelect-none',
    <RemoteSelect label="Project" value={null} onChange={nothing} search={async () => []} />,
    { act: (root) => type(root, 'nobody') },
  ),
  overlay(
    'RemoteSelect-failed',
    <RemoteSelect
      label="Project"
      value={null}
      onChange={nothing}
      search={async () => {
        throw new Error(reason)
      }}
    />,
    { act: (root) => type(root, 'nobody') },
  ),
  piece('grid/FilterBox', {
    empty: <FilterBox label="Filter tickets" onTerm={nothing} />,
    filled: <FilterBox label="Filter tickets" initial="headset" onTerm={nothing} />,
    long: <FilterBox label="Filter tickets" initial={LONG} onTerm={nothing} />,
  }),
  piece('grid/Pager', {
    'first page': <PagerOf page={1} total={1234} />,
    'in the middle': <PagerOf page={3} total={1234} />,
    'last page': <PagerOf page={50} total={1234} />,
    nothing: <PagerOf page={1} total={0} />,
    'without its range': <PagerOf page={1} total={80} hidesRange />,
  }),
  overlay(
    'Hint',
    <div style={{ padding: 60 }}>
      <Hint label="Puts the note in front of the others" position="bottom">
        <button type="button">Bring to front</button>
      </Hint>
    </div>,
    { act: (root) => root.querySelector<HTMLElement>('[data-specimen] button')?.focus() },
  ),
  overlay(
    'LazyMenu',
    <div style={{ padding: 24 }}>
      <LazyMenu target={<Button variant="default">More</Button>} width={220}>
        <Menu.Label>This note</Menu.Label>
        <Menu.Item leftSection={<IconPlus size={16} />}>Add another</Menu.Item>
        <Menu.Item disabled>Share</Menu.Item>
        <Menu.Divider />
        <Menu.Item color="var(--fw-danger)">Delete</Menu.Item>
        <Menu.Item>{LONG}</Menu.Item>
      </LazyMenu>
    </div>,
    { act: press },
  ),
  overlay(
    'LazyPopover',
    <div style={{ padding: 24 }}>
      <LazyPopover label="Colour" opened onChange={nothing} target={<Button>Colour</Button>} width={220}>
        <p>Choose a colour.</p>
      </LazyPopover>
    </div>,
  ),
  overlay(
    'RowMenuFrame',
    <RowMenuFrame label="Actions for Jamie Whitfield" at={{ x: 40, y: 24 }} onClose={nothing}>
      <Menu.Item>Open</Menu.Item>
      <Menu.Divider />
      <Menu.Item>Set activity</Menu.Item>
      <Menu.Item>{LONG}</Menu.Item>
    </RowMenuFrame>,
  ),
  overlay(
    'form/FormDialog',
    <FormDialog
      {...{
        title: 'Plan a one-to-one',
        lead: 'The other person is told at once.',
        fault: null,
        isTyped: false,
      }}
      {...{ cancel: 'Cancel', send: 'Plan it', reasonOf: String, onSend: never, onClose: nothing }}
    >
      <Problem>{LONG}</Problem>
    </FormDialog>,
  ),
  overlay('NoContentDialog', <NoContentDialog title="Training" opened onClose={nothing} />),
  piece('UndoLine', {
    'with the way back': <UndoLine said="‘Bank details’ is to do again." undo="Undo" onUndo={nothing} />,
    'that can be put away': (
      <UndoLine
        said="contract.pdf was taken out."
        undo="Undo"
        onUndo={nothing}
        close={{ label: 'Close', onClose: nothing }}
      />
    ),
    'nothing to take back': (
      <UndoLine said="Undone." undo="Undo" onUndo={null} close={{ label: 'Close', onClose: nothing }} />
    ),
    'with what was refused': (
      <UndoLine
        said={
          <>
            1 of 2 were changed. <small>Call back Ann Lee: it was changed elsewhere.</small>
          </>
        }
        undo="Undo"
        onUndo={nothing}
      />
    ),
    long: <UndoLine said={LONG} undo="Undo" onUndo={nothing} />,
    hostile: <UndoLine said={HOSTILE} undo="Undo" onUndo={nothing} />,
  }),
  piece('file-rows/FilePick', {
    empty: (
      <FilePick
        {...PICKED}
        file={null}
        about="CSV or Excel, at most 10 MB and 10,000 rows."
        onChoose={nothing}
      />
    ),
    chosen: <FilePick {...PICKED} file={ROWS_FILE} about={ROWS_FILE.name} onChoose={nothing} />,
    reading: <FilePick {...PICKED} file={ROWS_FILE} isReading about="Reading the file" onChoose={nothing} />,
    long: <FilePick {...PICKED} file={ROWS_FILE} about={LONG_WORD} onChoose={nothing} />,
    hostile: <FilePick {...PICKED} file={ROWS_FILE} about={HOSTILE} onChoose={nothing} />,
  }),
  piece('file-rows/ColumnMatching', {
    closed: <ColumnMatching {...MATCHED} onChange={nothing} />,
    open: <ColumnMatching {...MATCHED} isOpen onChange={nothing} />,
    long: (
      <ColumnMatching
        {...MATCHED}
        checked={{ headings: [LONG, LONG_WORD], columns: [null, null] }}
        columns={[null, null]}
        isOpen
        onChange={nothing}
      />
    ),
    hostile: (
      <ColumnMatching
        {...MATCHED}
        checked={{ headings: [HOSTILE], columns: [null] }}
        columns={[null]}
        isOpen
        onChange={nothing}
      />
    ),
  }),
  piece('file-rows/OutcomeCounts', {
    'with some refused': (
      <OutcomeCounts
        label="What the rows come to"
        outcomes={['NEW', 'REFUSED']}
        names={{ NEW: 'New', REFUSED: 'Refused' }}
        counts={{ NEW: 12_000, REFUSED: 3 }}
        grave="REFUSED"
      />
    ),
  }),
  piece('form/SmtpFields', {
    empty: <SmtpFields entries={EMPTY_SMTP} faults={{}} onChange={nothing} />,
    'with faults': (
      <SmtpFields
        entries={{ ...EMPTY_SMTP, host: 'smtp example', from: LONG }}
        faults={{ host: 'A mail server is such as smtp.example.com.', from: 'This is no e-mail address.' }}
        onChange={nothing}
        kept="Set on 4 May 2026 by Tom Hargreaves"
      />
    ),
    tested: (
      <SmtpSteps
        result={{
          isOk: false,
          steps: [
            { step: 'CONNECTION', isOk: true, words: 'smtp.example.com answers.' },
            { step: 'SIGN_IN', isOk: false, words: '535 wrong user name or password' },
          ],
        }}
      />
    ),
  }),
  piece('form/FormActions', {
    one: (
      <FormActions>
        <Button>Save</Button>
      </FormActions>
    ),
    two: (
      <FormActions>
        <Button variant="default">Cancel</Button>
        <Button>Save</Button>
      </FormActions>
    ),
    'the first apart': (
      <FormActions isFirstApart>
        <Button variant="subtle">Add files</Button>
        <Button variant="default">Cancel</Button>
        <Button disabled>Send</Button>
      </FormActions>
    ),
    busy: (
      <FormActions>
        <Button variant="default">Cancel</Button>
        <Button loading>Save</Button>
      </FormActions>
    ),
    long: (
      <FormActions>
        <Button variant="default">Leave everything as it was before</Button>
        <Button>Change it for everybody who has it</Button>
      </FormActions>
    ),
  }),
  piece('form/FieldRow', {
    'a field and its buttons': (
      <FieldRow>
        <TextInput label="Display name" defaultValue="Jamie" />
        <Button size="xs">Ask for it</Button>
        <Button size="xs" variant="default">
          Cancel
        </Button>
      </FieldRow>
    ),
  }),
  piece('FileButton', {
    'one file': (
      <FileButton onChange={nothing}>{(props) => <Button {...props}>Choose a file</Button>}</FileButton>
    ),
  }),
  piece('form/ChooseFile', {
    states: row(
      <ChooseFile onFiles={nothing}>Choose a picture</ChooseFile>,
      <ChooseFile onFiles={nothing} isPrimary>
        Upload documents
      </ChooseFile>,
      <ChooseFile onFiles={nothing} isDisabled>
        Choose a picture
      </ChooseFile>,
    ),
  }),
  piece('form/DropField', {
    empty: <Drop />,
    'on one line': <Drop isWide isPrimary />,
    'a file is chosen': (
      <Drop
        icon={<IconFileTypePdf size={28} stroke={1.5} />}
        chosen={
          <>
            contract.pdf <small>1.2 MB</small>
          </>
        }
      />
    ),
    'a long name': <Drop chosen={`${LONG_WORD}.pdf`} />,
    'switched off': <Drop isDisabled />,
  }),
  piece(
    'form/DropField-over',
    { 'a file is held over it': <Drop /> },
    {
      act: (root) =>
        root
          .querySelector('[data-over]')
          ?.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true })),
    },
  ),
  piece('chart/Chart', {
    'lines, with a gap': <ChartOf kind="line" />,
    stacked: <ChartOf kind="stacked" />,
  }),
  piece('form/UploadBar', {
    'none, some, all': (
      <div style={{ display: 'grid', gap: 10 }}>
        {[0, 0.42, 1].map((share) => (
          <UploadBar key={share} share={share} label="Upload" />
        ))}
      </div>
    ),
  }),
  piece('safe-html/SafeHtml', {
    'a message': (
      <SafeHtml html="<h2>Planned work</h2><p>On <b>Saturday</b> the rota moves. <a href='https://fieldwork.example'>Read more</a></p><ul><li>one</li><li>two</li></ul><table><tr><th>Area</th><td>Leeds</td></tr></table>" />
    ),
    hostile: <SafeHtml html={`<img src=x onerror=alert(1)><script>alert(1)</script><p>${HOSTILE}</p>`} />,
  }),
]

function PagerOf(props: { readonly page: number; readonly total: number; readonly hidesRange?: boolean }) {
  return <Pager {...props} label="Pages" pageSize={25} onPage={nothing} onPageSize={nothing} />
}

const COLOURS = ['green-7', 'red-6', 'violet-5', 'gray-5', 'yellow-6', 'blue-5', 'orange-6', 'pink-6']

function ChartOf({ kind }: { readonly kind: 'line' | 'stacked' }) {
  const series = COLOURS.slice(0, kind === 'line' ? 4 : 8).map((colour, place) => ({
    key: `s${place}`,
    label: `Series ${place + 1}`,
    colour: `var(--mantine-color-${colour})`,
  }))
  const rows = ['Monday', 'Tuesday', 'Wednesday', 'Thursday'].map((name, row) => ({
    name,
    values: Object.fromEntries(
      series.map(({ key }, place) => [
        key,
        kind === 'line' && row === 2 && place === 0 ? null : 4 + place * 2 + row,
      ]),
    ),
  }))
  return (
    <Chart
      kind={kind}
      title="Calls"
      summary="Calls of four days by what became of them."
      rowLabel="Day"
      series={series}
      rows={rows}
      format={String}
    />
  )
}

function Drop(props: Partial<Parameters<typeof DropField>[0]>) {
  return (
    <DropField
      choose="Choose a PDF"
      hint="or drop it here. PDF, 30 MB at most."
      dropNow="Drop it here."
      onFiles={nothing}
      {...props}
    />
  )
}
