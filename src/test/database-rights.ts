// Every list here was reviewed. An addition needs a reason in the migration that makes it necessary.

/** Tables of schema app without rows of organizations. */
export const sharedTables: string[] = []

/** Policies that show every row, for roles other than that of requests: table, role. */
export const openPolicies = [
  'app.audit_record masthead_definer',
  'app.audit_record masthead_retention',
  'app.audit_record masthead_system',
  'app.audit_removal masthead_owner',
  'app.audit_removal masthead_retention',
  'app.audit_removal masthead_system',
  'app.audit_seal masthead_retention',
  'app.audit_seal masthead_system',
  'app.content_revision masthead_system',
  'app.context_entry masthead_search',
  'app.delivery masthead_system',
  'app.editor masthead_system',
  'app.idempotency_key masthead_system',
  'app.item masthead_search',
  'app.item masthead_system',
  'app.item_count masthead_system',
  'app.item_recheck masthead_system',
  'app.item_search masthead_search',
  'app.item_term masthead_system',
  'app.job masthead_system',
  'app.media_removal masthead_system',
  'app.revalidation_setting masthead_system',
  'app.term_count masthead_system',
  'app.webhook_endpoint masthead_system',
  'auth.api_keys masthead_auth,masthead_definer',
  'auth.invitations masthead_auth,masthead_definer',
  'auth.memberships masthead_auth,masthead_definer',
  'auth.oauth_grants masthead_auth,masthead_definer',
  'auth.organizations masthead_auth,masthead_definer',
  'auth.organizations masthead_retention',
  'auth.organizations masthead_system',
]

/** What background work may do in every table of organizations: remove the rows of a deleted organization. */
export const rightsToPurge = ['DELETE', 'SELECT (organization_id)']

/** Tables whose rows only the role of retention removes. */
export const removedByRetention = ['audit_record', 'audit_removal', 'audit_seal']

/** What else roles other than that of requests may do in schema app. */
export const rightsBeside = {
  'masthead_definer audit_record': ['INSERT'],
  // Follows what other nodes changed.
  'masthead_system content_revision': ['SELECT (changed_at)', 'SELECT (collection_id)', 'SELECT (revision)'],
  'masthead_search context_entry': [
    'SELECT (head_text)',
    'SELECT (id)',
    'SELECT (kind)',
    'SELECT (organization_id)',
    'SELECT (search_text)',
    'SELECT (search_vector)',
    'SELECT (valid_until)',
  ],
  'masthead_search item': ['SELECT (id)', 'SELECT (organization_id)', 'SELECT (slug)'],
  'masthead_search item_search': ['SELECT'],
  'masthead_retention audit_record': ['DELETE', 'SELECT (created_at)', 'SELECT (id)', 'SELECT (organization_id)'],
  'masthead_retention audit_removal': ['DELETE', 'INSERT', 'SELECT'],
  'masthead_retention audit_seal': ['DELETE', 'SELECT (last_id)', 'SELECT (n)', 'SELECT (organization_id)'],
  'masthead_system audit_record': ['SELECT'],
  'masthead_system audit_removal': ['SELECT'],
  'masthead_system audit_seal': ['INSERT', 'SELECT'],
  // Claims due deliveries across all organizations, and never reads what they say.
  'masthead_system delivery': [
    'SELECT (attempts)',
    'SELECT (created_at)',
    'SELECT (endpoint)',
    'SELECT (finished_at)',
    'SELECT (id)',
    'SELECT (lease_until)',
    'SELECT (next_attempt_at)',
    'SELECT (state)',
    'SELECT (subjects)',
    'SELECT (tries)',
    'UPDATE (attempts)',
    'UPDATE (lease_until)',
    'UPDATE (next_attempt_at)',
    'UPDATE (state)',
    'UPDATE (tries)',
  ],
  // Tells open pages who came to their article, and never reads what they write.
  'masthead_system editor': ['SELECT (changed_at)', 'SELECT (item_id)'],
  'masthead_system idempotency_key': ['SELECT'],
  'masthead_system item': [
    'SELECT (collection_id)',
    'SELECT (effective_status)',
    'SELECT (id)',
    'SELECT (publish_at)',
    'SELECT (publish_retry_at)',
    'SELECT (trashed_at)',
  ],
  'masthead_system item_count': ['SELECT'],
  'masthead_system item_recheck': ['SELECT (created_at)'],
  // Takes due jobs across all organizations, and never reads what they are about.
  'masthead_system item_term': ['SELECT (collection_id)', 'SELECT (kind)', 'SELECT (status)', 'SELECT (term_id)'],
  'masthead_system job': [
    'SELECT (attempt)',
    'SELECT (created_at)',
    'SELECT (due_at)',
    'SELECT (id)',
    'SELECT (kind)',
    'SELECT (queue)',
    'SELECT (started_at)',
    'SELECT (state)',
    'SELECT (tries)',
    'SELECT (version)',
    'UPDATE (attempt)',
    'UPDATE (due_at)',
    'UPDATE (started_at)',
    'UPDATE (state)',
    'UPDATE (tries)',
    'UPDATE (updated_at)',
    'UPDATE (version)',
  ],
  'masthead_system media_removal': ['SELECT (due_at)'],
  // Knows when the next schedule is due, and of whom.
  'masthead_system asv_analysis': ['SELECT (next_run_at)'],
  'masthead_system site_audit_setting': ['SELECT (next_run_at)'],
  'masthead_system revalidation_setting': ['SELECT (served_at)', 'UPDATE (served_at)'],
  'masthead_system term_count': ['SELECT'],
  'masthead_system webhook_endpoint': [
    'SELECT (disabled_at)',
    'SELECT (endpoint)',
    'SELECT (failures)',
    'SELECT (last_ok_at)',
    'SELECT (probe_at)',
    'UPDATE (probe_at)',
  ],
}

/** What requests may read in schema auth; they change it only through functions. */
export const readableOfAuth = ['api_keys', 'invitations', 'memberships', 'oauth_grants', 'organizations']

/** Functions that run with the rights of their owner. */
export const definers: Record<string, string> = {
  'app.drop_audit_partition': 'masthead_owner',
  'app.find_context_entries': 'masthead_search',
  'app.scan_items': 'masthead_search',
  'app.scan_items_by_words': 'masthead_search',
  'app.search_context_entries': 'masthead_search',
  'app.search_items': 'masthead_search',
  'app.search_items_by_phrase': 'masthead_search',
  'app.search_items_by_words': 'masthead_search',
  'app.take_statistics': 'masthead_owner',
  'app.take_statistics_of': 'masthead_owner',
  'auth.add_invitation': 'masthead_definer',
  'auth.add_oauth_grant': 'masthead_definer',
  'auth.cancel_invitation': 'masthead_definer',
  'auth.change_grant_scopes': 'masthead_definer',
  'auth.change_member_role': 'masthead_definer',
  'auth.change_own_profile': 'masthead_definer',
  'auth.create_api_key': 'masthead_definer',
  'auth.change_plan': 'masthead_definer',
  'auth.delete_organization': 'masthead_definer',
  'auth.end_lab_turn': 'masthead_definer',
  'auth.found_organization': 'masthead_definer',
  'auth.grant_credits': 'masthead_definer',
  'auth.has_member_with_address': 'masthead_definer',
  'auth.lock_api_key': 'masthead_definer',
  'auth.lock_organization': 'masthead_definer',
  'auth.lock_own_profile': 'masthead_definer',
  'auth.members_of_organization': 'masthead_definer',
  'auth.move_credits': 'masthead_definer',
  'auth.own_profile': 'masthead_definer',
  'auth.queue_mail': 'masthead_definer',
  'auth.remove_member': 'masthead_definer',
  'auth.rename_organization': 'masthead_definer',
  'auth.renew_invitation': 'masthead_definer',
  'auth.revoke_api_key': 'masthead_definer',
  'auth.revoke_oauth_grant': 'masthead_definer',
  'auth.rotate_api_key': 'masthead_definer',
  'auth.set_approval_policy': 'masthead_definer',
  'auth.set_key_policy': 'masthead_definer',
  'auth.switch_api_key': 'masthead_definer',
  'auth.take_lab_turn': 'masthead_definer',
  'auth.write_audit_record': 'masthead_definer',
}

/** The ones that belong to no organization, or to the one that their argument names, with who may call them. */
export const definersBeside: Record<string, string[]> = {
  'app.drop_audit_partition': ['masthead_retention'],
  'app.take_statistics': ['masthead_system'],
  'app.take_statistics_of': ['masthead_system'],
  'auth.queue_mail': ['masthead_app', 'masthead_auth'],
  'auth.write_audit_record': ['masthead_auth'],
}

/** Indexes that do not begin with the organization, because they serve background work only. */
export const indexesAcross = [
  'asv_analysis_due',
  'content_revision_changed',
  'delivery_leased',
  'delivery_next',
  'idempotency_key_created_at_idx',
  'item_due',
  'item_recheck_due',
  'job_due',
  'media_removal_due',
  'site_audit_due',
]

/** Triggers, none of which affects anything but rows of the same organization. */
export const triggers = [
  'append_only',
  'count_pictures',
  'count_pictures_of_new',
  'count_pictures_of_removed',
  'drop_words_of_before',
  'end_asv_run',
  'end_carried_deliveries',
  'end_generation',
  'end_site_audit_run',
  'forget_engine_fault',
  'make_asv_engines',
  'no_truncate',
  'note_touched',
  // What is stored of an item as it is sent holds for what it was made from, whoever changes that.
  'outdate_document',
  'outdate_documents',
  'outdate_documents_of_new',
  'outdate_documents_of_removed',
  'outdate_items',
  'outdate_items_of_new',
  'write_body_as_json',
]
