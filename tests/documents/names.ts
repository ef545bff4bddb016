/**
 * Hubs, enumerations and keys by the documents' own literals, misspellings included (spec 1 §3, §7;
 * spec 2 §3, §7; spec 3 §3, §7). Nothing here is derived from the product.
 */
const words = (text: string): string[] => text.trim().split(/\s+/)

interface DocumentedHub {
  readonly path: string
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** 'Session connect and disconnect events' of the main hub have no names in the documents. */
export const DOCUMENTED_HUBS: Readonly<Record<'main' | 'chat' | 'magic' | 'livePanel', DocumentedHub>> = {
  main: {
    path: '',
    methods: words(`setAppVersion requestPrimarySessionStatus requestCompanionSessionStatus declineCallOffer
      cancelCall setWifiBand makeCall`),
    events: words(`updateUnreadMessageCount newUnreadMessageCount CHANGE_MASTER_ACTIVITY systemIssuesFlag
      excessiveSystemIssuesFlag appointmentsCountUpdate refreshBroadcasts refreshDefconAlerts
      dialEmergencyNumber newQuestMessage meetingStart loggedOut loggedOutMobile REMOTE_COMMAND
      callOfferAccepted youAreRinging youAreConnecting recievePopupMessageFromManager callOfferDeclined
      joinMeeting newMeetingInvite cancelIncomingCall callRespondedElseWhere recieveCall
      updateOpenMeetingCount updateOutstandingTicketsCount`),
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
  livePanel: { path: '/api/hubs/supervisor/livepanel', methods: [], events: ['LivePanelDataChange'] },
}

/** What the hubs have beyond the documents, each by its name: a new one is added here knowingly. */
export const HUB_EXTENSIONS: Readonly<Record<keyof typeof DOCUMENTED_HUBS, readonly string[]>> = {
  main: words(`primarySessionConnected primarySessionDisconnected companionSessionConnected
    companionSessionDisconnected`),
  chat: words('pollChanged documentChanged'),
  magic: [],
  livePanel: words('lookAtTicket leaveTicket ticketChanged ticketLookers newNotification'),
}

export const ENUMERATIONS = {
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
