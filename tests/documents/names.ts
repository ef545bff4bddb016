/**
 * Hubs, enumerations and keys by the documents' own literals, misspellings included (spec 1 §3, §7;
 * spec 2 §3, §7; spec 3 §3, §7; spec 4 §5.5; spec 5 §8). Nothing here is derived from the product.
 */
const words = (text: string): string[] => text.trim().split(/\s+/)

interface DocumentedHub {
  readonly path: string
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** 'Session connect and disconnect events' of the main hub have no names in the documents. */
export const DOCUMENTED_HUBS: Readonly<
  Record<'main' | 'chat' | 'magic' | 'livePanel' | 'visitor', DocumentedHub>
> = {
  main: {
    path: '',
    methods: words(`setAppVersion requestPrimarySessionStatus requestCompanionSessionStatus declineCallOffer
      cancelCall setWifiBand makeCall remoteCommandDone`),
    events: words(`updateUnreadMessageCount newUnreadMessageCount CHANGE_MASTER_ACTIVITY systemIssuesFlag
      excessiveSystemIssuesFlag appointmentsCountUpdate refreshBroadcasts refreshDefconAlerts
      dialEmergencyNumber newQuestMessage meetingStart loggedOut loggedOutMobile REMOTE_COMMAND
      callOfferAccepted youAreRinging youAreConnecting recievePopupMessageFromManager callOfferDeclined
      joinMeeting newMeetingInvite cancelIncomingCall callRespondedElseWhere recieveCall
      updateOpenMeetingCount updateOutstandingTicketsCount
      recordedReading workingDayChange
      settingsChanged experimentalsChanged systemFlagsChanged jobChanged personChanged`),
  },
  chat: {
    path: '',
    methods: words('joinTeamChat requestContactList focusOnThread onKeyStroke makeCall'),
    events: words(`focusedSomewhere meetingStart refreshContactList recievedContactList refreshMessageStatus
      someoneFocused someoneTyping newMessage newThreadMessage refreshAudioSettings newQuickMessage
      refreshThreads messageDeleted messageEdited NEW_REACTION NEW_TOPIC_FROM_MESSAGE NEW_ACTIVITY`),
  },
  magic: {
    path: '/api/hubs/authentication/magic',
    methods: ['onJoinQueue'],
    events: ['magicKeyConfirmed'],
  },
  livePanel: {
    path: '/api/hubs/supervisor/livepanel',
    methods: [],
    events: ['LivePanelDataChange', 'livePanelAlert', 'hypervisorChange'],
  },
  // Ours: `/public/user-meeting` is the documents', and says nothing of how its sound comes about.
  visitor: { path: '', methods: [], events: [] },
}

/** What the hubs have beyond the documents, each by its name: a new one is added here knowingly. */
export const HUB_EXTENSIONS: Readonly<Record<keyof typeof DOCUMENTED_HUBS, readonly string[]>> = {
  main: words(`primarySessionConnected primarySessionDisconnected companionSessionConnected
    companionSessionDisconnected taskChanged updateTaskCounts calendarChanged updatePendingRequestsCount vaultChanged
    agreementPublished errorsChanged setDesktopVersion takesActivityActions takeActivityActions setMachineAway
    takeCallSeat leaveCallSeat changeCallSeat sendCallSignal callSeats callSeatTaken callSignal
    raiseCallHand sendCallReaction askInCall callReaction callMuteAsked keepCallFigures lookAtPlan leavePlan planLookers`),
  chat: words('pollChanged documentChanged'),
  magic: [],
  visitor:
    words(`takeVisitorSeat visitorIsHere leaveCallSeat changeCallSeat sendCallSignal callSeats callSeatTaken callSignal
    visitorIsOut raiseCallHand sendCallReaction askInCall callReaction callMuteAsked`),
  livePanel: words(
    'lookAtTicket leaveTicket watchLivePanel watchLiveStatus watchLivePerson leaveLivePerson livePersonChange leaveLivePanel watchHypervisor leaveHypervisor livePanelGone ticketChanged ticketLookers newNotification',
  ),
}

/** A message's arguments: an object by its fields in the order of the alphabet, a list in brackets. */
type HubMessages = Readonly<Record<string, readonly string[]>>

const SOURCES =
  'PROJECT | PROJECT_MEMBER | TASK_CHAT | TICKET_CHAT | WURKROOM_CLAIM | JOB_ORDER | MEETING | TOPIC | MANUAL | SUBTASK | MESSAGE'
const ON_MESSAGE = ['message source sourceID']
const CALL = ['number', 'number', 'General call | Group Call', 'boolean']
const SIGNAL = 'attempt cameras candidate kind sdp sdpMLineIndex sdpMid slots streams type usernameFragment'
const REACTIONS = 'THUMBS_UP | CLAP | HEART | LAUGH | SURPRISED | CELEBRATE'
const MASTER_ACTIVITY = `category currentActivity enforceProjectGeofence idleFlagSeconds isOverride
  locationRefreshRate onActivityActions project remainingShifts requireLocationServices scheduledProject
  startedShift wellBeingPromptRate wellBeingTimeoutSeconds`
const BANDS = 'UNKNOWN | POOR | FAIR | GOOD | VERY_GOOD | EXCEPTIONAL | SKIP'

/** In a call, on each hub whose windows can be in one. */
const IN_CALL: HubMessages = {
  leaveCallSeat: ['string'],
  changeCallSeat: ['string', 'camera microphone screen'],
  sendCallSignal: ['string', 'string', SIGNAL],
  callSeats: ['engineRun meetingID seats way'],
  callSeatTaken: ['string'],
  callSignal: ['string', 'string', SIGNAL],
  raiseCallHand: ['string', 'boolean'],
  sendCallReaction: ['string', REACTIONS],
  askInCall: ['string', 'kind seat'],
  callReaction: ['string', REACTIONS],
  callMuteAsked: ['string', 'string'],
}

/**
 * What the hubs' messages carry, each with the requirement that names it (none for an extension). The
 * documents give the names and what a call's and a stroke's arguments are; the rest was decided here.
 */
export const HUB_MESSAGES: Readonly<
  Record<keyof typeof DOCUMENTED_HUBS, readonly (readonly [ids: string, messages: HubMessages])[]>
> = {
  main: [
    ['S167', { declineCallOffer: ['number', 'string'], recieveCall: ['callerID meeting name title'] }],
    ['S172', { cancelCall: [] }],
    ['S282', { setAppVersion: ['string'] }],
    ['S283', { requestPrimarySessionStatus: [], requestCompanionSessionStatus: [] }],
    ['S284', { setWifiBand: [BANDS] }],
    ['S285 W219', { makeCall: CALL }],
    ['S286', { updateUnreadMessageCount: ['number'], newUnreadMessageCount: ['number'] }],
    ['S287', { CHANGE_MASTER_ACTIVITY: [words(MASTER_ACTIVITY).join(' ')] }],
    [
      'S288',
      {
        primarySessionConnected: [],
        primarySessionDisconnected: [],
        companionSessionConnected: [],
        companionSessionDisconnected: [],
      },
    ],
    ['S289', { systemIssuesFlag: ['number'], excessiveSystemIssuesFlag: ['boolean'] }],
    ['S290', { appointmentsCountUpdate: ['number'] }],
    ['S291', { refreshBroadcasts: [], refreshDefconAlerts: [] }],
    ['S292', { dialEmergencyNumber: ['string'] }],
    ['S293', { newQuestMessage: ['icon message time'] }],
    ['S294', { meetingStart: ['meetingID time title'] }],
    ['S295', { loggedOut: [], loggedOutMobile: [] }],
    ['S159', { REMOTE_COMMAND: ['command commandID hostCommand'] }],
    [
      '',
      {
        remoteCommandDone: ['number', 'DELIVERED | DONE | FAILED', 'string'],
        setDesktopVersion: ['string'],
        takesActivityActions: ['boolean'],
        takeActivityActions: [
          'string',
          '[LAUNCH_DIALLER | EXIT_DIALLER | START_WATCHING_ACTIVE_APP | STOP_WATCHING_ACTIVE_APP | FOCUS]',
        ],
        setMachineAway: ['nullable'],
      },
    ],
    ['S296', { callOfferAccepted: ['string'], callOfferDeclined: ['string', 'string'] }],
    ['S171', { youAreRinging: ['string'], youAreConnecting: ['string'] }],
    ['S297', { recievePopupMessageFromManager: ['message name time'] }],
    ['S298 C114', { joinMeeting: ['ID screenShare'], newMeetingInvite: ['agenda host subject'] }],
    ['S169', { cancelIncomingCall: ['callerID reason'] }],
    ['S170', { callRespondedElseWhere: ['callerID name'] }],
    ['S299', { updateOpenMeetingCount: ['number'], updateOutstandingTicketsCount: ['number'] }],
    [
      '',
      { taskChanged: ['by byID event taskID version'], updateTaskCounts: ['pendingTasksCount toDoCount'] },
    ],
    [
      '',
      {
        jobChanged: ['key'],
        agreementPublished: [],
        settingsChanged: ['keys'],
        experimentalsChanged: [],
        systemFlagsChanged: [],
        personChanged: ['userID'],
      },
    ],
    ['', { errorsChanged: [], recordedReading: ['kind'] }],
    ['', { workingDayChange: ['entity ids'] }],
    [
      '',
      {
        lookAtPlan: ['nullable'],
        leavePlan: [],
        planLookers: ['[selection userID userName]'],
      },
    ],
    ['', { calendarChanged: [], updatePendingRequestsCount: ['number'] }],
    [
      '',
      {
        takeCallSeat: ['number', 'string'],
        keepCallFigures: ['string', 'cause cpuLimited jitterMs lossIn lossOut roundTripMs silentSeconds way'],
        ...IN_CALL,
      },
    ],
    ['', { vaultChanged: ['source sourceID'] }],
  ],
  chat: [
    ['C225', { joinTeamChat: [] }],
    ['C226', { requestContactList: [] }],
    ['C227', { focusOnThread: [SOURCES, 'number'] }],
    ['C228', { onKeyStroke: [SOURCES, 'number'] }],
    ['C229', { makeCall: CALL }],
    [
      'C230',
      {
        focusedSomewhere: ['source sourceID'],
        someoneFocused: ['readTime source sourceID userID userName'],
      },
    ],
    ['C231', { meetingStart: ['meetingID time title'] }],
    [
      'C232',
      {
        refreshContactList: [],
        recievedContactList: ['[areaName hasLeft id isOnline readTime role userID userName]'],
      },
    ],
    ['C233', { refreshMessageStatus: ['messageIDs'] }],
    ['C234', { someoneTyping: ['source sourceID userID userName'] }],
    ['C235', { newMessage: ON_MESSAGE, newThreadMessage: ON_MESSAGE }],
    ['C236', { refreshAudioSettings: [] }],
    ['C237', { newQuickMessage: ON_MESSAGE }],
    ['C238', { refreshThreads: [] }],
    ['C239', { messageDeleted: ON_MESSAGE, messageEdited: ON_MESSAGE }],
    ['C240', { NEW_REACTION: ON_MESSAGE }],
    ['C241', { NEW_TOPIC_FROM_MESSAGE: ['message name source sourceID topicID'] }],
    ['C242', { NEW_ACTIVITY: ['entryTime kind message messageID source sourceID'] }],
    ['', { pollChanged: ['pollID source sourceID'], documentChanged: ['documentID source sourceID'] }],
  ],
  visitor: [
    [
      'S022',
      {
        takeVisitorSeat: ['string', 'string', 'string'],
        visitorIsHere: ['string'],
        visitorIsOut: ['string'],
        ...IN_CALL,
      },
    ],
  ],
  magic: [['S148', { onJoinQueue: ['string'], magicKeyConfirmed: ['string'] }]],
  livePanel: [
    ['W220', { LivePanelDataChange: ['record'] }],
    ['D125', { livePanelAlert: ['at note rule userID'] }],
    [
      '',
      {
        lookAtTicket: ['number'],
        leaveTicket: ['number'],
        watchLivePanel: [],
        watchLiveStatus: [],
        watchLivePerson: ['number'],
        leaveLivePerson: ['number'],
        livePersonChange: ['number'],
        leaveLivePanel: [],
        watchHypervisor: [],
        leaveHypervisor: [],
        hypervisorChange: [],
        livePanelGone: ['[number]'],
        ticketChanged: ['by byID event resolved ticketID version'],
        ticketLookers: ['lookers ticketID'],
        newNotification: ['entryTime id isRead source sourceID subject type'],
      },
    ],
  ],
}

export const ENUMERATIONS = {
  testingStatus: ['TESTING NOT REQUIRED', 'PENDING', 'FAILED', 'IN PROGRESS', 'PASSED'],
  linkType: words('BLOCKING BLOCKED_BY CHILD PARENT'),
  threadType: words('CHATROOM THREAD'),
  chatSource: words(`PROJECT PROJECT_MEMBER TASK_CHAT TICKET_CHAT WURKROOM_CLAIM JOB_ORDER MEETING TOPIC
    MANUAL SUBTASK MESSAGE`),
  messageType: words('TEXT FILE CENTRAL_FILE_HUB'),
  messageTokenType: words('WHATSAPP OAUTH EMAIL MOBILE_APP'),
  reactionType: words('LIKE HEART LAUGH SAD ANGRY THANKS'),
  newMessageSound: words('ALL MENTIONED NONE'),
  presence: [
    ...['ONLINE', 'AVAILABLE', 'AWAY', 'BE RIGHT BACK', 'BUSY', 'IN_CALL', 'MEETING', 'DO_NOT_DISTURB'],
    ...['PRESENTING', 'OUT_OF_OFFICE'],
  ],
  wifiBand: words('UNKNOWN POOR FAIR GOOD VERY_GOOD EXCEPTIONAL SKIP'),
  activityName: [
    ...['INACTIVE', 'AVAILABLE', 'PERSONAL', 'SYSTEM ISSUES', 'MEETING', 'BREAK', 'PROJECT BRIEF'],
    ...['FEEDBACK SESSION', 'RECEPTION', 'INPUTING COACHING', 'CODING', 'QUAL', 'HELP LINE', 'TRAINING'],
  ],
  responsible: words('AGENCY EMPLOYER USER ANYONE'),
  taskAction: words('UPLOAD_PDF NONE'),
  contactType: words('EMAIL TELEPHONE ADDRESS EMERGENCY_CONTACT FACEBOOK TWITTER INSTAGRAM LINKEDIN MOBILE'),
  priority: words('LOW MEDIUM HIGH EMERGENCY'),
  notificationType: words('NEW_UPDATE MESSAGE EMAIL REQUESTED_HELP GAMIFICATION_MILESTONE_ACHIEVED'),
  ringing: words('RINGING CONNECTING'),
  tokenType: words('MOBILE_APP COMPANION OTHER'),
} as const

/** Keys of the browser's storage that the documents spell. */
export const STORAGE_KEYS = words(
  'username EULA_ACCEPTED freshLogin theme zoom build CHAT_ALWAYS_POPOUT CHAT_GROUP_THREADS',
)

/** Fields of tasks (spec 3 §3); the relationship travels as `relationshipJSON` (spec 3 §7). */
export const TASK_FIELDS = {
  newTask: words(`userID projectID subject description eventStart eventEnd dueDate priority storyPoint
    requiredHours sprint milestone status relationshipJSON template`),
  section: ['metaDataFields'],
  metaField: words(`name description placeholder isMetaMandatory dataSource userValue dateValue
    userBooleanValue optionsValues`),
  config: words('templates prefixes'),
  loadedTask: words(`eventStart eventEnd dueDate completionTime epicName requiredHours taskName status
    priority`),
} as const
