CREATE INDEX account_role_app ON account_role (app_id, role);
CREATE INDEX alert_at ON alert (app_id, at, id);
CREATE INDEX alert_attempt_channel ON alert_attempt (app_id, channel_id, at);
CREATE INDEX alert_delivery_alert ON alert_delivery (app_id, alert_id);
CREATE INDEX alert_delivery_created ON alert_delivery (app_id, created_at, id);
CREATE INDEX alert_delivery_failed ON alert_delivery (app_id, created_at, id) WHERE state = 'failed';
CREATE INDEX alert_delivery_next ON alert_delivery (next_at, channel_id) WHERE next_at IS NOT NULL;
CREATE INDEX api_token_account ON api_token (account_id);
CREATE INDEX audit_event_action ON audit_event (action, at);
CREATE INDEX audit_event_app ON audit_event (app_id, at, id, action);
CREATE INDEX audit_event_at ON audit_event (at, id);
CREATE INDEX audit_event_object ON audit_event (lower(substr(object, 1, 200)), at);
CREATE INDEX badge_ack_badge ON badge_ack (app_id, badge);
CREATE INDEX badge_created ON badge (app_id, created_at, id);
CREATE INDEX badge_personal_expires ON badge_personal (expires_at);
CREATE INDEX build_agent_seen ON build_agent (seen_at);
CREATE INDEX build_created ON build (app_id, created_at, id);
CREATE INDEX build_icon ON build (icon);
CREATE INDEX build_offered ON build (app_id, platform, state, created_at, id);
CREATE INDEX build_profile ON build (profile_expires_at);
CREATE INDEX build_request_created ON build_request (app_id, created_at, id);
CREATE INDEX build_request_running ON build_request (lease_until) WHERE state = 'running';
CREATE INDEX build_request_waiting ON build_request (created_at, id) WHERE state = 'waiting';
CREATE INDEX build_sha256 ON build (sha256);
CREATE INDEX build_upload_app ON build_upload (app_id);
CREATE INDEX build_upload_touched ON build_upload (touched_at);
CREATE INDEX certificate_created ON certificate (app_id, purpose, created_at, id);
CREATE INDEX certificate_ends ON certificate (works_until);
CREATE INDEX crash_analysis_group ON crash_analysis (app_id, group_id, time, crash_id);
CREATE INDEX crash_analysis_key ON crash_analysis (app_id, grouping, fingerprint);
CREATE INDEX crash_analysis_time ON crash_analysis (app_id, time, crash_id);
CREATE INDEX crash_group_device_device ON crash_group_device (app_id, device);
CREATE INDEX crash_group_hour_hour ON crash_group_hour (app_id, hour);
CREATE INDEX crash_group_last ON crash_group (app_id, last_time, id);
CREATE INDEX crash_group_reports ON crash_group (app_id, reports, id);
CREATE INDEX crash_group_user_user ON crash_group_user (app_id, user_id);
CREATE INDEX crash_key_group ON crash_key (app_id, group_id);
CREATE INDEX crash_time ON crash (app_id, time, platform, version, handled, device, user_id);
CREATE INDEX crash_unread_again ON crash_unread (again, app_id, crash_id);
CREATE INDEX crash_want_crash ON crash_want (app_id, crash_id);
CREATE INDEX device_seen ON device (app_id, last_day);
CREATE INDEX device_time ON device (app_id, last_time);
CREATE INDEX device_user ON device (app_id, user_id, last_time);
CREATE UNIQUE INDEX diagnosis_part_device ON diagnosis_part (app_id, task_id, device);
CREATE INDEX diagnosis_part_of_device ON diagnosis_part (app_id, device);
CREATE INDEX diagnosis_part_uploaded ON diagnosis_part (app_id, uploaded_at) WHERE sealed_key IS NOT NULL;
CREATE INDEX diagnosis_part_wake ON diagnosis_part (created_at) WHERE wake = 'waiting';
CREATE INDEX diagnosis_task_created ON diagnosis_task (app_id, created_at, id);
CREATE INDEX diagnosis_task_expires ON diagnosis_task (expires_at) WHERE state IN ('asked', 'pending', 'delivered', 'uploading');
CREATE INDEX exposure_at ON exposure (at);
CREATE INDEX feedback_created ON feedback (app_id, created_at, id);
CREATE INDEX feedback_device ON feedback (app_id, device, created_at);
CREATE INDEX feedback_image_blob ON feedback_image (sha256);
CREATE INDEX feedback_state ON feedback (app_id, state, created_at);
CREATE INDEX feedback_user ON feedback (app_id, user_id, created_at);
CREATE INDEX gateway_signature_at ON gateway_signature (at);
CREATE UNIQUE INDEX hotpatch_approval_open ON hotpatch_approval (app_id, release_id) WHERE state = 'asked';
CREATE INDEX hotpatch_exposure_device ON hotpatch_exposure (app_id, device);
CREATE INDEX hotpatch_exposure_seen ON hotpatch_exposure (app_id, release_id, silent, seen_at);
CREATE UNIQUE INDEX hotpatch_key_active ON hotpatch_key (app_id, algorithm) WHERE state = 'active';
CREATE INDEX hotpatch_package_sha256 ON hotpatch_package (sha256);
CREATE INDEX hotpatch_ramp_run_following ON hotpatch_ramp_run (app_id) WHERE state = 'following';
CREATE INDEX hotpatch_release_created ON hotpatch_release (app_id, created_at, id);
CREATE INDEX hotpatch_release_script ON hotpatch_release (script);
CREATE INDEX hotpatch_watch_open ON hotpatch_watch (app_id) WHERE closed_at IS NULL;
CREATE INDEX install_download_at ON install_download (at);
CREATE UNIQUE INDEX install_link_app ON install_link (app_id) WHERE build_id IS NULL AND platform IS NULL;
CREATE UNIQUE INDEX install_link_build ON install_link (app_id, build_id) WHERE build_id IS NOT NULL;
CREATE UNIQUE INDEX install_link_platform ON install_link (app_id, platform) WHERE build_id IS NULL AND platform IS NOT NULL;
CREATE INDEX job_app ON job (app_id);
CREATE INDEX job_created ON job (created_at, id);
CREATE INDEX job_due ON job (run_at, id) WHERE state = 'waiting';
CREATE UNIQUE INDEX job_once ON job (kind, once) WHERE state IN ('waiting', 'running');
CREATE INDEX job_running ON job (lease_until) WHERE state = 'running';
CREATE INDEX log_chunk_unsealed ON log_chunk (app_id, day, id, length) WHERE blob = '';
CREATE INDEX login_attempt_at ON login_attempt (at);
CREATE INDEX login_attempt_id ON login_attempt (id);
CREATE INDEX login_device_account ON login_device (account_id);
CREATE INDEX module_baseline_entry_version ON module_baseline_entry (platform, module, version);
CREATE INDEX module_version_artifact ON module_version (artifact);
CREATE INDEX module_version_module ON module_version (module);
CREATE INDEX package_created ON package (app_id, created_at, id);
CREATE INDEX package_digest ON package (app_id, digest);
CREATE INDEX package_module_version ON package_module (module, version);
CREATE INDEX package_sha256 ON package (sha256);
CREATE UNIQUE INDEX push_credential_current ON push_credential (app_id, channel) WHERE state = 'current';
CREATE INDEX push_delivery_device ON push_delivery (app_id, device);
CREATE INDEX push_delivery_next ON push_delivery (app_id, message_id, state, not_before);
CREATE INDEX push_delivery_user ON push_delivery (app_id, user_id, answered_at);
CREATE INDEX push_device_ended ON push_device (app_id, ended_at) WHERE state <> 'bound';
CREATE INDEX push_device_kind ON push_device (app_id, platform, channel, environment, state, reason);
CREATE INDEX push_device_seen ON push_device (app_id, seen_at);
CREATE UNIQUE INDEX push_device_token ON push_device (app_id, channel, token) WHERE state = 'bound';
CREATE INDEX push_device_user ON push_device (app_id, user_id);
CREATE INDEX push_message_created ON push_message (app_id, created_at, id) WHERE kind = 'message';
CREATE UNIQUE INDEX push_message_occurrence ON push_message (app_id, parent_id, kind, occurrence) WHERE parent_id IS NOT NULL;
CREATE INDEX push_message_open ON push_message (state, sends_at) WHERE state IN ('confirmed', 'sending');
CREATE INDEX quarantine_received ON quarantine (app_id, received_at);
CREATE INDEX replay_started ON replay (started_at);
CREATE INDEX saved_view_app ON saved_view (app_id);
CREATE INDEX sentry_attachment_file ON sentry_attachment (sha256);
CREATE UNIQUE INDEX sentry_key_public ON sentry_key (public_key);
CREATE UNIQUE INDEX sentry_project_number ON sentry_project (number);
CREATE INDEX session_account ON session (account_id, seen_at);
CREATE INDEX setup_link_account ON setup_link (account_id);
CREATE INDEX shipment_module_version ON shipment_module (module, module_version);
CREATE INDEX switch_version_publication ON switch_version (app_id, number);
CREATE INDEX symbol_file_created ON symbol_file (app_id, created_at, id);
CREATE INDEX symbol_file_version ON symbol_file (app_id, version);
CREATE INDEX symbol_id_object ON symbol_id (app_id, object_id);
CREATE INDEX symbol_missing_last ON symbol_missing (last_at);
CREATE INDEX symbol_missing_reports ON symbol_missing (app_id, reports, debug_id);
CREATE INDEX symbol_object_file ON symbol_object (app_id, file_id);
CREATE INDEX symbol_object_sha256 ON symbol_object (sha256);
CREATE INDEX update_release_created ON update_release (app_id, created_at, id);
CREATE TABLE account (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
    name TEXT NOT NULL CHECK (name <> ''),
    password TEXT,
    language TEXT,
    theme TEXT,
    zone TEXT,
    created_at INTEGER NOT NULL,
    disabled_at INTEGER
) STRICT;
CREATE TABLE account_role (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    app_id TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'releaser', 'admin')),
    PRIMARY KEY (account_id, app_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE activity_minute (
    app_id TEXT NOT NULL,
    minute INTEGER NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    actives INTEGER NOT NULL,
    crashes INTEGER NOT NULL,
    PRIMARY KEY (app_id, minute, platform, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE activity_quarter (
    app_id TEXT NOT NULL,
    quarter INTEGER NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    actives INTEGER NOT NULL,
    crashes INTEGER NOT NULL,
    PRIMARY KEY (app_id, quarter, platform, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE "alert" (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('newGroup', 'regression', 'crashRate', 'velocity', 'devices', 'undelivered', 'hotpatch')),
    rule_id TEXT NOT NULL,
    rule_name TEXT NOT NULL,
    facts TEXT NOT NULL,
    read_at INTEGER,
    read_by TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_attempt (
    app_id TEXT NOT NULL,
    delivery_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    channel_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL,
    status INTEGER,
    problem TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (app_id, delivery_id, number),
    FOREIGN KEY (app_id, delivery_id) REFERENCES alert_delivery (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_channel (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL CHECK (name <> ''),
    kind TEXT NOT NULL CHECK (kind IN ('webhook', 'dingtalk', 'feishu', 'wecom')),
    language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
    address TEXT NOT NULL,
    sealed BLOB NOT NULL,
    has_secret INTEGER NOT NULL CHECK (has_secret IN (0, 1)),
    -- Until when the secret before signs too.
    old_secret_until INTEGER,
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    changed_at INTEGER NOT NULL, changes TEXT NOT NULL DEFAULT '', wide INTEGER NOT NULL DEFAULT 0 CHECK (wide IN (0, 1)),
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_delivery (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    alert_id TEXT NOT NULL,
    channel_id TEXT NOT NULL,
    channel_name TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
    created_at INTEGER NOT NULL,
    -- Attempts so far, those since somebody asked for it again, and how many of these there may be.
    attempts INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    most_tries INTEGER NOT NULL,
    next_at INTEGER,
    finished_at INTEGER,
    problem TEXT NOT NULL DEFAULT '', change_id TEXT NOT NULL DEFAULT '', readers TEXT NOT NULL DEFAULT 'viewers' CHECK (readers IN ('viewers', 'admins', 'console')),
    PRIMARY KEY (app_id, id),
    CHECK ((next_at IS NOT NULL) = (state = 'waiting'))
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_fired (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    rule_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (app_id, rule_id, subject)
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_pending (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    rule_id TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    group_id TEXT NOT NULL,
    version TEXT NOT NULL,
    PRIMARY KEY (app_id, rule_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_rule (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL CHECK (name <> ''),
    kind TEXT NOT NULL CHECK (kind IN ('newGroup', 'regression', 'crashRate', 'velocity', 'devices')),
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    percentage REAL,
    factor REAL,
    minimum INTEGER,
    span INTEGER,
    quiet_minutes INTEGER NOT NULL CHECK (quiet_minutes >= 0),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_rule_channel (
    app_id TEXT NOT NULL,
    rule_id TEXT NOT NULL,
    channel_id TEXT NOT NULL,
    PRIMARY KEY (app_id, rule_id, channel_id),
    FOREIGN KEY (app_id, rule_id) REFERENCES alert_rule (app_id, id) ON DELETE CASCADE,
    FOREIGN KEY (app_id, channel_id) REFERENCES alert_channel (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE api_token (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL CHECK (name <> ''),
    token_hash BLOB NOT NULL UNIQUE,
    account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
    app_id TEXT,
    scopes TEXT NOT NULL CHECK (scopes <> ''),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER
) STRICT;
CREATE TABLE app (
    id TEXT PRIMARY KEY CHECK (id <> '' AND id = lower(id)),
    name TEXT NOT NULL CHECK (name <> ''),
    english_name TEXT NOT NULL,
    zone TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    archived_at INTEGER,
    demo INTEGER NOT NULL DEFAULT 0 CHECK (demo IN (0, 1))
, personal_from TEXT NOT NULL DEFAULT 'operator' CHECK (personal_from IN ('viewer', 'operator', 'releaser', 'admin'))) STRICT;
CREATE TABLE app_platform (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
    app_key TEXT NOT NULL UNIQUE,
    sealed_secret BLOB NOT NULL,
    sealed_old_secret BLOB,
    old_secret_until INTEGER,
    bundle_id TEXT NOT NULL DEFAULT '',
    repository_type TEXT NOT NULL DEFAULT '' CHECK (repository_type IN ('', 'git', 'svn')),
    repository_address TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    CHECK ((sealed_old_secret IS NULL) = (old_secret_until IS NULL)),
    PRIMARY KEY (app_id, platform)
) STRICT, WITHOUT ROWID;
CREATE TABLE app_workspace (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL CHECK (length(id) = 10),
    name TEXT NOT NULL,
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE arrival_lag (
    app_id TEXT NOT NULL,
    hour INTEGER NOT NULL,
    platform TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    PRIMARY KEY (app_id, hour, platform, bucket)
) STRICT, WITHOUT ROWID;
CREATE TABLE audience_day (
    app_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    devices INTEGER NOT NULL,
    new_devices INTEGER NOT NULL,
    users INTEGER NOT NULL,
    PRIMARY KEY (app_id, day, platform, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE audit_event (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    address TEXT NOT NULL,
    request_id TEXT NOT NULL,
    action TEXT NOT NULL,
    app_id TEXT,
    object TEXT NOT NULL,
    old_values TEXT NOT NULL,
    new_values TEXT NOT NULL
) STRICT;
CREATE TABLE badge (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    badge_id TEXT NOT NULL CHECK (badge_id <> ''),
    style TEXT NOT NULL CHECK (style IN ('point', 'num', 'new', 'hui')),
    temporary_number INTEGER NOT NULL CHECK (temporary_number BETWEEN 0 AND 9999),
    persistent_number INTEGER NOT NULL CHECK (persistent_number BETWEEN 0 AND 9999),
    audience TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    expires_at INTEGER,
    ended_at INTEGER,
    shown INTEGER NOT NULL DEFAULT 0,
    acknowledged INTEGER NOT NULL DEFAULT 0,
    CHECK (temporary_number + persistent_number > 0),
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE badge_ack (
    app_id TEXT NOT NULL,
    reader TEXT NOT NULL,
    badge TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (app_id, reader, badge),
    FOREIGN KEY (app_id, badge) REFERENCES badge (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE badge_personal (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    reader TEXT NOT NULL,
    badge_id TEXT NOT NULL,
    widget TEXT NOT NULL,
    style TEXT NOT NULL CHECK (style IN ('point', 'num', 'new', 'hui')),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 9999),
    raised_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, reader, badge_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE badge_reach (
    app_id TEXT NOT NULL,
    badge TEXT NOT NULL,
    registers BLOB NOT NULL,
    PRIMARY KEY (app_id, badge),
    FOREIGN KEY (app_id, badge) REFERENCES badge (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE build (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
    kind TEXT NOT NULL CHECK (kind IN ('ipa', 'apk', 'hap', 'aab')),
    identifier TEXT NOT NULL,
    version TEXT NOT NULL,
    build_number TEXT NOT NULL,
    display_name TEXT NOT NULL,
    min_os TEXT NOT NULL,
    size INTEGER NOT NULL CHECK (size >= 0),
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    md5 TEXT NOT NULL CHECK (length(md5) = 32),
    icon TEXT CHECK (length(icon) = 64),
    -- BuildFacts as JSON, without icon and manifest.
    facts TEXT NOT NULL,
    -- Of an ipa.
    profile_uuid TEXT,
    profile_expires_at INTEGER,
    file_name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('current', 'retired')),
    composition TEXT NOT NULL CHECK (composition IN ('none', 'recorded', 'refused')),
    notes TEXT NOT NULL,
    request_id TEXT,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    CHECK ((profile_uuid IS NULL) = (profile_expires_at IS NULL)),
    PRIMARY KEY (app_id, id),
    UNIQUE (app_id, sha256)
) STRICT, WITHOUT ROWID;
CREATE TABLE build_agent (
    name TEXT NOT NULL PRIMARY KEY,
    -- Words with spaces between.
    platforms TEXT NOT NULL,
    labels TEXT NOT NULL,
    address TEXT NOT NULL,
    token TEXT NOT NULL,
    first_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT;
CREATE TABLE build_request (
    id TEXT NOT NULL PRIMARY KEY,
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    -- From 1 for each app.
    number INTEGER NOT NULL CHECK (number > 0),
    platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
    repository TEXT NOT NULL CHECK (repository <> ''),
    ref_kind TEXT NOT NULL CHECK (ref_kind IN ('branch', 'tag', 'commit')),
    ref TEXT NOT NULL CHECK (ref <> ''),
    configuration TEXT NOT NULL CHECK (configuration <> ''),
    certificate TEXT,
    note TEXT NOT NULL,
    -- A list of names and values as JSON.
    parameters TEXT NOT NULL,
    -- The request that this one repeats.
    retry_of TEXT,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'succeeded', 'failed', 'cancelled')),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    most_attempts INTEGER NOT NULL CHECK (most_attempts > 0),
    agent TEXT,
    lease TEXT NOT NULL,
    lease_until INTEGER NOT NULL,
    reason TEXT,
    exit_code INTEGER,
    build TEXT,
    -- Bytes that came; of these the first few megabytes are kept.
    log_size INTEGER NOT NULL CHECK (log_size >= 0),
    log_kept INTEGER NOT NULL CHECK (log_kept BETWEEN 0 AND log_size),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    started_at INTEGER,
    finished_at INTEGER,
    UNIQUE (app_id, number),
    CHECK ((finished_at IS NULL) = (state IN ('waiting', 'running'))),
    CHECK ((lease <> '') = (state = 'running')),
    CHECK (state <> 'running' OR (agent IS NOT NULL AND started_at IS NOT NULL))
) STRICT;
CREATE TABLE build_request_label (
    request TEXT NOT NULL REFERENCES build_request (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    PRIMARY KEY (request, label)
) STRICT, WITHOUT ROWID;
CREATE TABLE build_request_log (
    request TEXT NOT NULL REFERENCES build_request (id) ON DELETE CASCADE,
    start INTEGER NOT NULL CHECK (start >= 0),
    size INTEGER NOT NULL CHECK (size > 0),
    bytes BLOB NOT NULL,
    PRIMARY KEY (request, start)
) STRICT;
CREATE TABLE build_upload (
    id TEXT NOT NULL PRIMARY KEY,
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    file_name TEXT NOT NULL,
    size INTEGER NOT NULL CHECK (size > 0),
    sha256 TEXT CHECK (length(sha256) = 64),
    notes TEXT NOT NULL,
    request TEXT,
    -- Who brings it.
    viewer TEXT NOT NULL,
    received INTEGER NOT NULL CHECK (received BETWEEN 0 AND size),
    busy_until INTEGER NOT NULL,
    build TEXT,
    -- Why it was not taken: fields and messages as JSON.
    refusal TEXT,
    created_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL,
    CHECK (build IS NULL OR refusal IS NULL)
) STRICT;
CREATE TABLE build_upload_piece (
    upload TEXT NOT NULL REFERENCES build_upload (id) ON DELETE CASCADE,
    start INTEGER NOT NULL CHECK (start >= 0),
    size INTEGER NOT NULL CHECK (size > 0),
    blob TEXT NOT NULL CHECK (length(blob) = 64),
    PRIMARY KEY (upload, start)
) STRICT, WITHOUT ROWID;
CREATE TABLE certificate (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
    purpose TEXT NOT NULL CHECK (purpose IN ('build', 'push')),
    kind TEXT NOT NULL CHECK (kind IN ('p12', 'p8')),
    alias TEXT NOT NULL CHECK (alias <> ''),
    environment TEXT NOT NULL CHECK (environment IN ('development', 'production')),
    -- Where pushes go, such as https://api.push.apple.com:443.
    endpoint TEXT,
    -- CertificateFacts as JSON: nothing in it is secret.
    facts TEXT NOT NULL,
    -- CertificateSecret as JSON (the files and their password), sealed under the key file.
    sealed BLOB NOT NULL,
    file_name TEXT NOT NULL,
    -- The earlier end of certificate and profile; none for a token key.
    works_until INTEGER,
    state TEXT NOT NULL CHECK (state IN ('current', 'retired')),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    retired_at INTEGER,
    CHECK ((endpoint IS NULL) = (purpose = 'build')),
    CHECK ((retired_at IS NULL) = (state = 'current')),
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE change_version (
    topic TEXT PRIMARY KEY,
    version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE crash (
    app_id TEXT NOT NULL,
    id TEXT NOT NULL,
    time INTEGER NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    device TEXT NOT NULL,
    user_id TEXT NOT NULL,
    foreground INTEGER CHECK (foreground IN (0, 1)),
    model TEXT NOT NULL,
    os_version TEXT NOT NULL,
    network TEXT NOT NULL,
    channel TEXT NOT NULL,
    hotpatch TEXT NOT NULL,
    page TEXT NOT NULL,
    process TEXT NOT NULL,
    thread TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    culprit TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    report BLOB NOT NULL, handled INTEGER NOT NULL DEFAULT 0 CHECK (handled IN (0, 1)), session TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE crash_analysis (
    app_id TEXT NOT NULL,
    crash_id TEXT NOT NULL,
    group_id TEXT NOT NULL,
    grouping INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    -- As CrashFormat; 'unknown' for what cannot be read.
    format TEXT NOT NULL,
    time INTEGER NOT NULL,
    -- Whether frames of the app are without names for want of symbols.
    waits INTEGER NOT NULL CHECK (waits IN (0, 1)),
    PRIMARY KEY (app_id, crash_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE crash_group (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    platform TEXT NOT NULL,
    title TEXT NOT NULL,
    culprit TEXT NOT NULL,
    type TEXT NOT NULL,
    handled INTEGER NOT NULL CHECK (handled IN (0, 1)),
    state TEXT NOT NULL CHECK (state IN ('open', 'resolved', 'ignored')),
    -- Of a resolved one: the first version without it, '' for any that crashes after resolved_at.
    resolved_in TEXT NOT NULL DEFAULT '',
    resolved_at INTEGER,
    -- When it last came back, and in which version.
    regressed_at INTEGER,
    regressed_in TEXT NOT NULL DEFAULT '',
    -- An account, '' for nobody.
    assignee TEXT NOT NULL DEFAULT '',
    -- Times of the devices' clocks, in ms since 1970.
    first_time INTEGER NOT NULL,
    last_time INTEGER NOT NULL,
    first_version TEXT NOT NULL,
    last_version TEXT NOT NULL,
    reports INTEGER NOT NULL,
    devices INTEGER NOT NULL,
    users INTEGER NOT NULL,
    -- The group that took its reports, '' for none.
    merged_into TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE crash_group_device (
    app_id TEXT NOT NULL,
    group_id TEXT NOT NULL,
    device TEXT NOT NULL,
    reports INTEGER NOT NULL, first_time INTEGER,
    PRIMARY KEY (app_id, group_id, device)
) STRICT, WITHOUT ROWID;
CREATE TABLE crash_group_facet (
    app_id TEXT NOT NULL,
    group_id TEXT NOT NULL,
    facet TEXT NOT NULL,
    value TEXT NOT NULL,
    reports INTEGER NOT NULL,
    PRIMARY KEY (app_id, group_id, facet, value)
) STRICT, WITHOUT ROWID;
CREATE TABLE crash_group_hour (
    app_id TEXT NOT NULL,
    group_id TEXT NOT NULL,
    hour INTEGER NOT NULL,
    version TEXT NOT NULL,
    reports INTEGER NOT NULL,
    PRIMARY KEY (app_id, group_id, hour, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE crash_group_user (
    app_id TEXT NOT NULL,
    group_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    reports INTEGER NOT NULL,
    PRIMARY KEY (app_id, group_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE crash_grouping (
    app_id TEXT PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    rules TEXT NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE crash_happening (
    app_id TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('new', 'regression')),
    group_id TEXT NOT NULL,
    version TEXT NOT NULL,
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE crash_key (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    platform TEXT NOT NULL,
    grouping INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    group_id TEXT NOT NULL,
    by_message INTEGER NOT NULL DEFAULT 0 CHECK (by_message IN (0, 1)),
    -- The fingerprint that its reports got when they were read again, with symbols or other rules: the first one stays in the group.
    successor TEXT NOT NULL DEFAULT '',
    -- What its reports look like, for who takes a group apart.
    title TEXT NOT NULL,
    culprit TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, platform, grouping, fingerprint)
) STRICT, WITHOUT ROWID;
CREATE TABLE crash_note (
    app_id TEXT NOT NULL,
    group_id TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- Who it was, by id and by name then; '' for the console itself.
    author TEXT NOT NULL,
    author_name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('comment', 'resolved', 'reopened', 'ignored', 'regressed', 'assigned', 'merged', 'split')),
    text TEXT NOT NULL,
    PRIMARY KEY (app_id, group_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE crash_trial (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    rules TEXT NOT NULL,
    job_id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE crash_unread (
    app_id TEXT NOT NULL,
    crash_id TEXT NOT NULL,
    again INTEGER NOT NULL DEFAULT 0 CHECK (again IN (0, 1)),
    PRIMARY KEY (app_id, crash_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE crash_want (
    app_id TEXT NOT NULL,
    debug_id TEXT NOT NULL,
    crash_id TEXT NOT NULL,
    PRIMARY KEY (app_id, debug_id, crash_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE device (
    app_id TEXT NOT NULL,
    platform TEXT NOT NULL,
    device TEXT NOT NULL,
    first_day INTEGER NOT NULL,
    last_day INTEGER NOT NULL,
    last_time INTEGER NOT NULL,
    version TEXT NOT NULL,
    user_id TEXT NOT NULL,
    model TEXT NOT NULL,
    os_version TEXT NOT NULL,
    channel TEXT NOT NULL,
    PRIMARY KEY (app_id, platform, device)
) STRICT, WITHOUT ROWID;
CREATE TABLE device_day (
    app_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    platform TEXT NOT NULL,
    device TEXT NOT NULL,
    version TEXT NOT NULL,
    PRIMARY KEY (app_id, day, platform, device, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE diagnosis_fired (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    rule_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (app_id, rule_id, subject)
) STRICT, WITHOUT ROWID;
CREATE TABLE diagnosis_option (
    app_id TEXT PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
    approval INTEGER NOT NULL CHECK (approval IN (0, 1)),
    consent INTEGER NOT NULL CHECK (consent IN (0, 1)),
    life_days INTEGER NOT NULL,
    largest_megabytes INTEGER NOT NULL,
    keep_days INTEGER NOT NULL,
    daily_quota INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE diagnosis_part (
    app_id TEXT NOT NULL,
    id TEXT NOT NULL,
    task_id TEXT NOT NULL,
    device TEXT NOT NULL,
    platform TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'uploading', 'uploaded', 'done', 'failed', 'expired')),
    reason TEXT NOT NULL,
    round INTEGER NOT NULL,
    wake TEXT NOT NULL CHECK (wake IN ('none', 'waiting', 'sending', 'sent', 'noToken', 'failed')),
    wake_reason TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    delivered_at INTEGER,
    uploaded_at INTEGER,
    finished_at INTEGER,
    size INTEGER,
    received INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    zone_offset INTEGER,
    sealed_key BLOB,
    log TEXT,
    log_size INTEGER,
    log_index INTEGER,
    log_facts TEXT NOT NULL,
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE diagnosis_piece (
    app_id TEXT NOT NULL,
    part_id TEXT NOT NULL,
    start INTEGER NOT NULL,
    size INTEGER NOT NULL,
    blob TEXT NOT NULL,
    PRIMARY KEY (app_id, part_id, start)
) STRICT, WITHOUT ROWID;
CREATE TABLE diagnosis_rule (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL CHECK (name <> ''),
    kind TEXT NOT NULL CHECK (kind IN ('group', 'newGroup', 'alert')),
    group_id TEXT NOT NULL,
    alert_kind TEXT NOT NULL,
    affected INTEGER NOT NULL,
    healthy INTEGER NOT NULL,
    hours INTEGER NOT NULL,
    network TEXT NOT NULL CHECK (network IN ('wifi', 'any')),
    channel TEXT NOT NULL CHECK (channel IN ('push', 'poll')),
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    public_url TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE diagnosis_task (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    device TEXT NOT NULL,
    platform TEXT NOT NULL,
    from_at INTEGER NOT NULL,
    to_at INTEGER NOT NULL,
    network TEXT NOT NULL CHECK (network IN ('wifi', 'any')),
    channel TEXT NOT NULL CHECK (channel IN ('push', 'poll')),
    description TEXT NOT NULL,
    consent TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('asked', 'declined', 'pending', 'delivered', 'uploading', 'uploaded', 'done', 'failed', 'expired')),
    public_url TEXT NOT NULL,
    rule_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    asked_id TEXT NOT NULL,
    decided_at INTEGER,
    decided_by TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT '',
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE exposure (
    app_id TEXT NOT NULL,
    device TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('update', 'patch', 'switches', 'push', 'badge', 'diagnosis')),
    subject TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (app_id, device, kind, subject)
) STRICT, WITHOUT ROWID;
CREATE TABLE exposure_tally (
    app_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    platform TEXT NOT NULL,
    devices INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, kind, subject, platform)
) STRICT, WITHOUT ROWID;
CREATE TABLE feedback (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('new', 'open', 'answered', 'closed')),
    changed_at INTEGER NOT NULL,
    content TEXT NOT NULL CHECK (content <> ''),
    contact TEXT NOT NULL,
    mobile TEXT NOT NULL,
    user_id TEXT NOT NULL,
    device TEXT NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    os_version TEXT NOT NULL,
    model TEXT NOT NULL,
    tags TEXT NOT NULL,
    images INTEGER NOT NULL CHECK (images BETWEEN 0 AND 4),
    reply TEXT,
    replied_at INTEGER,
    replied_by TEXT,
    CHECK ((reply IS NULL) = (replied_at IS NULL) AND (reply IS NULL) = (replied_by IS NULL)),
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE feedback_image (
    app_id TEXT NOT NULL,
    feedback_id TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 4),
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (app_id, feedback_id, number),
    FOREIGN KEY (app_id, feedback_id) REFERENCES feedback (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE feedback_reply (
    app_id TEXT NOT NULL,
    feedback_id TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    author TEXT NOT NULL,
    text TEXT NOT NULL CHECK (text <> ''),
    PRIMARY KEY (app_id, feedback_id, id),
    FOREIGN KEY (app_id, feedback_id) REFERENCES feedback (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE gateway_batch (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE gateway_duration (
    app_id TEXT NOT NULL,
    quarter INTEGER NOT NULL,
    operation TEXT NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    part TEXT NOT NULL CHECK (part IN ('gateway', 'upstream')),
    bucket INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (app_id, quarter, operation, platform, version, part, bucket)
) STRICT, WITHOUT ROWID;
CREATE TABLE gateway_failure (
    app_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    id TEXT NOT NULL,
    operation TEXT NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    device TEXT NOT NULL,
    status INTEGER NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (app_id, at, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE gateway_minute (
    app_id TEXT NOT NULL,
    minute INTEGER NOT NULL,
    operation TEXT NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    status INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    gateway_us INTEGER NOT NULL,
    upstream_us INTEGER NOT NULL,
    request_bytes INTEGER NOT NULL,
    response_bytes INTEGER NOT NULL,
    PRIMARY KEY (app_id, minute, operation, platform, version, status)
) STRICT, WITHOUT ROWID;
CREATE TABLE gateway_old_secret (
    app_id TEXT NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    day INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (app_id, platform, version, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE gateway_quarter (
    app_id TEXT NOT NULL,
    quarter INTEGER NOT NULL,
    operation TEXT NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    status INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    gateway_us INTEGER NOT NULL,
    upstream_us INTEGER NOT NULL,
    request_bytes INTEGER NOT NULL,
    response_bytes INTEGER NOT NULL,
    PRIMARY KEY (app_id, quarter, operation, platform, version, status)
) STRICT, WITHOUT ROWID;
CREATE TABLE gateway_setting (
    app_id TEXT PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
    hmac_only INTEGER NOT NULL CHECK (hmac_only IN (0, 1)),
    app_rate INTEGER NOT NULL CHECK (app_rate >= 0),
    device_rate INTEGER NOT NULL CHECK (device_rate >= 0)
) STRICT;
CREATE TABLE gateway_signature (
    hash BLOB PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE gateway_upstream (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    operation TEXT NOT NULL CHECK (operation <> ''),
    url TEXT NOT NULL,
    method TEXT NOT NULL CHECK (method IN ('GET', 'POST', 'PUT', 'DELETE')),
    timeout_ms INTEGER NOT NULL CHECK (timeout_ms BETWEEN 100 AND 60000),
    needs_login INTEGER NOT NULL CHECK (needs_login IN (0, 1)),
    needs_signature INTEGER NOT NULL CHECK (needs_signature IN (0, 1)),
    changes_state INTEGER NOT NULL CHECK (changes_state IN (0, 1)),
    allows_private INTEGER NOT NULL CHECK (allows_private IN (0, 1)),
    rate INTEGER NOT NULL CHECK (rate >= 0),
    cache_seconds INTEGER NOT NULL CHECK (cache_seconds BETWEEN 0 AND 86400),
    pass_headers TEXT NOT NULL,
    mock TEXT,
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, operation)
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_approval (
    app_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    kind TEXT NOT NULL CHECK (kind IN ('publication', 'rollout')),
    buckets INTEGER NOT NULL CHECK (buckets BETWEEN 0 AND 10000),
    revision INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('asked', 'approved', 'declined', 'withdrawn')),
    asked_at INTEGER NOT NULL,
    asked_id TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    decided_at INTEGER,
    decided_by TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (app_id, release_id, number),
    FOREIGN KEY (app_id, release_id) REFERENCES hotpatch_release (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_cohort (
    app_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    arm TEXT NOT NULL CHECK (arm IN ('treatment', 'control')),
    slice INTEGER NOT NULL,
    devices INTEGER NOT NULL,
    PRIMARY KEY (app_id, release_id, arm, slice)
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_event (
    app_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    by_name TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (app_id, release_id, number),
    FOREIGN KEY (app_id, release_id) REFERENCES hotpatch_release (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_exposure (
    app_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    device TEXT NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    arm TEXT NOT NULL CHECK (arm IN ('treatment', 'control')),
    slice INTEGER NOT NULL,
    at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    crashes INTEGER NOT NULL,
    actives INTEGER NOT NULL,
    returned INTEGER NOT NULL CHECK (returned IN (0, 1)),
    started INTEGER NOT NULL CHECK (started IN (0, 1)),
    silent INTEGER NOT NULL CHECK (silent IN (0, 1)),
    PRIMARY KEY (app_id, release_id, device)
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_ignored (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    reports INTEGER NOT NULL CHECK (reports >= 0),
    PRIMARY KEY (app_id, reason)
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_inbox (
    app_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    upload TEXT NOT NULL,
    device TEXT NOT NULL,
    crashes INTEGER NOT NULL,
    actives INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    startup INTEGER,
    PRIMARY KEY (app_id, release_id, received_at, upload, device)
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_key (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    -- The first 16 digits of SHA-256 of the public half.
    id TEXT NOT NULL CHECK (length(id) = 16),
    algorithm TEXT NOT NULL CHECK (algorithm IN ('RSA', 'ECDSA-P256')),
    bits INTEGER NOT NULL,
    -- SubjectPublicKeyInfo.
    public_key BLOB NOT NULL,
    -- The private half as PKCS#8, sealed under the key file.
    sealed BLOB NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('made', 'imported')),
    state TEXT NOT NULL CHECK (state IN ('active', 'listed', 'retired')),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    retired_at INTEGER,
    CHECK ((retired_at IS NULL) = (state <> 'retired')),
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_option (
    app_id TEXT NOT NULL PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
    approval TEXT NOT NULL CHECK (approval IN ('off', 'all', 'from')),
    from_buckets INTEGER NOT NULL CHECK (from_buckets BETWEEN 0 AND 10000)
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_package (
    app_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    secret_mark TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    size INTEGER NOT NULL CHECK (size > 0),
    signature TEXT NOT NULL,
    PRIMARY KEY (app_id, release_id, secret_mark),
    FOREIGN KEY (app_id, release_id) REFERENCES hotpatch_release (app_id, id) ON DELETE CASCADE
) STRICT;
CREATE TABLE hotpatch_ramp (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL CHECK (name <> ''),
    steps TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_ramp_event (
    app_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    by_name TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (app_id, release_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_ramp_run (
    app_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    ramp_id TEXT NOT NULL,
    name TEXT NOT NULL,
    steps TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('following', 'stopped', 'finished')),
    -- Percentage that it last saw or gave, and since when.
    buckets INTEGER NOT NULL,
    since INTEGER NOT NULL,
    hold TEXT NOT NULL,
    PRIMARY KEY (app_id, release_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_release (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
    -- The patch version that devices name.
    number INTEGER NOT NULL CHECK (number > 0),
    target_versions TEXT NOT NULL,
    -- Those of them that a newer release took over.
    replaced TEXT NOT NULL,
    note TEXT NOT NULL,
    buckets INTEGER NOT NULL CHECK (buckets BETWEEN 0 AND 10000),
    first_buckets INTEGER CHECK (first_buckets BETWEEN 1 AND 10000),
    most_buckets INTEGER NOT NULL CHECK (most_buckets BETWEEN 0 AND 10000),
    rules TEXT NOT NULL,
    format INTEGER NOT NULL CHECK (format IN (1, 2)),
    run_at TEXT NOT NULL CHECK (run_at IN ('now', 'nextLaunch')),
    guard TEXT NOT NULL CHECK (guard IN ('off', 'notify', 'halt')),
    opens_at INTEGER,
    ends_at INTEGER,
    script TEXT NOT NULL CHECK (length(script) = 64),
    script_name TEXT NOT NULL,
    script_size INTEGER NOT NULL CHECK (script_size > 0),
    language TEXT NOT NULL CHECK (language IN ('lua', 'javascript')),
    salt TEXT NOT NULL CHECK (salt <> ''),
    state TEXT NOT NULL CHECK (state IN ('draft', 'running', 'paused', 'ended', 'rolledBack', 'halted')),
    revision INTEGER NOT NULL CHECK (revision > 0),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    published_at INTEGER,
    -- What devices called the console then.
    public_url TEXT NOT NULL,
    -- What the guard wrote down when it halted it: JSON.
    finding TEXT,
    CHECK (state = 'draft' OR published_at IS NOT NULL),
    CHECK (state <> 'halted' OR finding IS NOT NULL),
    CHECK (opens_at IS NULL OR ends_at IS NULL OR opens_at < ends_at),
    PRIMARY KEY (app_id, id),
    UNIQUE (app_id, platform, number)
) STRICT;
CREATE TABLE hotpatch_report (
    app_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    device TEXT NOT NULL,
    event TEXT NOT NULL CHECK (event IN ('offered', 'downloaded', 'applied', 'failed', 'rolledback')),
    at INTEGER NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (app_id, release_id, device, event),
    FOREIGN KEY (app_id, release_id) REFERENCES hotpatch_release (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_tally (
    app_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    event TEXT NOT NULL,
    devices INTEGER NOT NULL CHECK (devices >= 0),
    PRIMARY KEY (app_id, release_id, event),
    FOREIGN KEY (app_id, release_id) REFERENCES hotpatch_release (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE hotpatch_watch (
    app_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    closed_at INTEGER,
    silence_hours INTEGER,
    silence_by_hand INTEGER NOT NULL CHECK (silence_by_hand IN (0, 1)),
    state TEXT NOT NULL,
    PRIMARY KEY (app_id, release_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE install_day (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    build_id TEXT NOT NULL,
    -- In the app's zone, such as 2026-11-21.
    day TEXT NOT NULL,
    system TEXT NOT NULL CHECK (system IN ('ios', 'android', 'harmony', 'desktop')),
    downloads INTEGER NOT NULL,
    PRIMARY KEY (app_id, build_id, day, system)
) STRICT, WITHOUT ROWID;
CREATE TABLE install_download (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    ticket TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (app_id, ticket)
) STRICT, WITHOUT ROWID;
CREATE TABLE install_link (
    code TEXT NOT NULL PRIMARY KEY,
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    build_id TEXT,
    platform TEXT CHECK (platform IN ('ios', 'android', 'harmony')),
    -- Hashed with scrypt.
    password TEXT,
    expires_at INTEGER,
    -- How often its file may be taken, and how often it was.
    most INTEGER CHECK (most > 0),
    taken INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    FOREIGN KEY (app_id, build_id) REFERENCES build (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE installation (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    key_check BLOB NOT NULL CHECK (length(key_check) = 32)
) STRICT;
CREATE TABLE job (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind <> ''),
    app_id TEXT REFERENCES app (id) ON DELETE CASCADE,
    payload TEXT NOT NULL,
    once TEXT,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    most_attempts INTEGER NOT NULL CHECK (most_attempts > 0),
    run_at INTEGER NOT NULL,
    holder TEXT NOT NULL,
    token INTEGER NOT NULL,
    lease_until INTEGER NOT NULL,
    progress INTEGER NOT NULL CHECK (progress BETWEEN 0 AND 1000),
    step TEXT NOT NULL,
    error TEXT,
    result TEXT,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    started_at INTEGER,
    finished_at INTEGER,
    CHECK ((finished_at IS NULL) = (state IN ('waiting', 'running'))),
    CHECK (state <> 'running' OR (holder <> '' AND started_at IS NOT NULL))
) STRICT;
CREATE TABLE job_line (
    job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    at INTEGER NOT NULL,
    word TEXT NOT NULL,
    arguments TEXT NOT NULL,
    PRIMARY KEY (job, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE lease (
    name TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    token INTEGER NOT NULL CHECK (token > 0),
    expires_at INTEGER NOT NULL
) STRICT;
CREATE TABLE log_batch (
    app_id TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    batch_id TEXT NOT NULL,
    platform TEXT NOT NULL,
    product_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('lines', 'crash')),
    sha256 BLOB NOT NULL,
    accepted INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    first_time INTEGER NOT NULL,
    last_time INTEGER NOT NULL,
    product_version TEXT NOT NULL,
    device TEXT NOT NULL,
    user_id TEXT NOT NULL,
    zone_offset INTEGER,
    segment INTEGER NOT NULL,
    position INTEGER NOT NULL,
    length INTEGER NOT NULL, chunk TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (app_id, received_at, batch_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE log_batch_key (
    app_id TEXT NOT NULL,
    batch_id TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, batch_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE log_chunk (
    app_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    id TEXT NOT NULL,
    length INTEGER NOT NULL,
    bytes BLOB,
    blob TEXT NOT NULL DEFAULT '',
    position INTEGER NOT NULL DEFAULT 0, scrubs INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (app_id, day, id),
    CHECK ((bytes IS NULL) = (blob <> ''))
) STRICT;
CREATE TABLE log_epoch (
    app_id TEXT PRIMARY KEY,
    epoch TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE log_erasure (
    app_id TEXT NOT NULL,
    id TEXT NOT NULL,
    field TEXT NOT NULL CHECK (field IN ('user', 'device')),
    value TEXT,
    digest TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    asked_by TEXT NOT NULL,
    finished_at INTEGER,
    uploads INTEGER NOT NULL DEFAULT 0,
    lines INTEGER NOT NULL DEFAULT 0,
    reports INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (app_id, id),
    CHECK ((value IS NULL) = (finished_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE log_horizon (
    app_id TEXT PRIMARY KEY,
    raw_since INTEGER NOT NULL,
    keys_since INTEGER NOT NULL
, crashes_since INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE log_index (
    app_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    blob TEXT NOT NULL,
    size INTEGER NOT NULL,
    front INTEGER NOT NULL,
    uploads INTEGER NOT NULL CHECK (uploads >= 0),
    first_received INTEGER NOT NULL,
    last_received INTEGER NOT NULL,
    first_time INTEGER NOT NULL,
    last_time INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, day, blob)
) STRICT, WITHOUT ROWID;
CREATE TABLE log_object (
    app_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    blob TEXT NOT NULL,
    size INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, day, blob)
) STRICT, WITHOUT ROWID;
CREATE TABLE log_pause (
    app_id TEXT PRIMARY KEY,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE log_retention (
    app_id TEXT PRIMARY KEY,
    raw_days INTEGER NOT NULL CHECK (raw_days BETWEEN 1 AND 365),
    crash_days INTEGER NOT NULL CHECK (crash_days BETWEEN 1 AND 3650),
    rollup_days INTEGER NOT NULL CHECK (rollup_days = 0 OR rollup_days BETWEEN 31 AND 3650)
) STRICT, WITHOUT ROWID;
CREATE TABLE log_scrub (
    app_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    chunk TEXT NOT NULL,
    position INTEGER NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (app_id, day, chunk, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE log_segment (
    app_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    batches INTEGER NOT NULL,
    accepted INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    PRIMARY KEY (app_id, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE log_setting (
    app_id TEXT NOT NULL,
    platform TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('behaviour', 'performance', 'crash')),
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    network TEXT NOT NULL CHECK (network IN ('all', 'wifi')),
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 3),
    threshold INTEGER NOT NULL CHECK (threshold BETWEEN 1 AND 1000),
    sample_rate INTEGER NOT NULL CHECK (sample_rate BETWEEN 0 AND 1000),
    PRIMARY KEY (app_id, platform, kind)
) STRICT, WITHOUT ROWID;
CREATE TABLE log_unindexed (
    app_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    chunk TEXT NOT NULL,
    position INTEGER NOT NULL,
    length INTEGER NOT NULL CHECK (length > 0),
    since INTEGER NOT NULL,
    since_batch TEXT NOT NULL DEFAULT '',
    uploads INTEGER NOT NULL CHECK (uploads >= 0),
    PRIMARY KEY (app_id, day, chunk, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE login_attempt (
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    id TEXT NOT NULL,
    refused INTEGER NOT NULL DEFAULT 0 CHECK (refused IN (0, 1)),
    PRIMARY KEY (key, at, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE login_device (
    token_hash BLOB PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE module (
    name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 2 AND 64),
    -- The name in lower case: names that differ in nothing else would overwrite each other on a phone developer's disk.
    folded TEXT NOT NULL UNIQUE,
    grouping TEXT NOT NULL,
    title_zh TEXT NOT NULL,
    title_en TEXT NOT NULL,
    description_zh TEXT NOT NULL,
    description_en TEXT NOT NULL,
    demo INTEGER NOT NULL DEFAULT 0 CHECK (demo IN (0, 1)),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL
) STRICT;
CREATE TABLE module_artifact (
    sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
    size INTEGER NOT NULL,
    unpacked_size INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('framework', 'xcframework', 'aar', 'har')),
    files INTEGER NOT NULL,
    -- JSON lists of paths.
    resources TEXT NOT NULL,
    headers TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE module_baseline (
    platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
    name TEXT NOT NULL,
    notes_zh TEXT NOT NULL,
    notes_en TEXT NOT NULL,
    demo INTEGER NOT NULL DEFAULT 0 CHECK (demo IN (0, 1)),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    PRIMARY KEY (platform, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE module_baseline_entry (
    platform TEXT NOT NULL,
    baseline TEXT NOT NULL,
    module TEXT NOT NULL,
    version TEXT NOT NULL,
    PRIMARY KEY (platform, baseline, module),
    FOREIGN KEY (platform, baseline) REFERENCES module_baseline (platform, name) ON DELETE CASCADE,
    FOREIGN KEY (platform, module, version) REFERENCES module_version (platform, module, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE module_version (
    platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
    module TEXT NOT NULL REFERENCES module (name) ON DELETE CASCADE,
    version TEXT NOT NULL,
    notes_zh TEXT NOT NULL,
    notes_en TEXT NOT NULL,
    -- ModuleNeeds as JSON: the resolver reads all of a platform at once and asks for nothing less.
    needs TEXT NOT NULL,
    artifact TEXT NOT NULL REFERENCES module_artifact (sha256),
    state TEXT NOT NULL CHECK (state IN ('current', 'deprecated', 'withdrawn')),
    replacement TEXT,
    reason TEXT NOT NULL,
    bad_reason TEXT,
    bad_at INTEGER,
    bad_by TEXT,
    published_at INTEGER NOT NULL,
    published_by TEXT NOT NULL,
    CHECK ((bad_reason IS NULL) = (bad_at IS NULL) AND (bad_reason IS NULL) = (bad_by IS NULL)),
    PRIMARY KEY (platform, module, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE node (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL CHECK (name <> ''),
    address TEXT NOT NULL,
    version TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    -- Milliseconds, uploads and lines as the node last said.
    folding_lag INTEGER NOT NULL,
    uploads_waiting INTEGER NOT NULL,
    lines_taken INTEGER NOT NULL
) STRICT;
CREATE TABLE package (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
    -- From 1 for each platform of an app.
    number INTEGER NOT NULL CHECK (number > 0),
    version TEXT NOT NULL,
    baseline TEXT,
    minimum_os TEXT,
    -- PackageChoice as JSON, as it was asked for.
    choice TEXT NOT NULL,
    -- BuildConfig.json, byte for byte.
    manifest TEXT NOT NULL,
    -- Of all that goes into the archive.
    digest TEXT NOT NULL CHECK (length(digest) = 64),
    job TEXT NOT NULL,
    -- Of the archive, once it is there.
    sha256 TEXT CHECK (length(sha256) = 64),
    size INTEGER,
    ready_at INTEGER,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    CHECK ((sha256 IS NULL) = (size IS NULL) AND (sha256 IS NULL) = (ready_at IS NULL)),
    PRIMARY KEY (app_id, id),
    UNIQUE (app_id, platform, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE package_module (
    app_id TEXT NOT NULL,
    package_id TEXT NOT NULL,
    module TEXT NOT NULL,
    version TEXT NOT NULL,
    direct INTEGER NOT NULL CHECK (direct IN (0, 1)),
    PRIMARY KEY (app_id, package_id, module),
    FOREIGN KEY (app_id, package_id) REFERENCES package (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE push_approval (
    app_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    window_seconds INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    asked_id TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    PRIMARY KEY (app_id, message_id),
    FOREIGN KEY (app_id, message_id) REFERENCES push_message (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE push_credential (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    channel TEXT NOT NULL CHECK (channel IN ('fcm', 'huawei', 'xiaomi', 'oppo', 'vivo')),
    alias TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    facts TEXT NOT NULL,
    secret BLOB NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('current', 'retired')),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    PRIMARY KEY (app_id, id)
) STRICT;
CREATE TABLE push_delivery (
    app_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    device TEXT NOT NULL,
    platform TEXT NOT NULL,
    channel TEXT NOT NULL,
    environment TEXT NOT NULL,
    token TEXT NOT NULL,
    user_id TEXT NOT NULL,
    parameters TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('held', 'queued', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
    reason TEXT NOT NULL,
    not_before INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    lease TEXT NOT NULL,
    intent_at INTEGER,
    answered_at INTEGER,
    arrived_at INTEGER,
    opened_at INTEGER,
    ignored_at INTEGER,
    PRIMARY KEY (app_id, message_id, device),
    FOREIGN KEY (app_id, message_id) REFERENCES push_message (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE push_device (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    device TEXT NOT NULL CHECK (device <> ''),
    platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
    channel TEXT NOT NULL CHECK (channel IN ('apns', 'fcm', 'huawei', 'xiaomi', 'oppo', 'vivo')),
    environment TEXT NOT NULL CHECK (environment IN ('development', 'production')),
    token TEXT NOT NULL,
    user_id TEXT NOT NULL,
    version TEXT NOT NULL,
    model TEXT NOT NULL,
    os_version TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    language TEXT NOT NULL,
    bound_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('bound', 'unbound', 'gone')),
    reason TEXT NOT NULL,
    ended_at INTEGER,
    PRIMARY KEY (app_id, device)
) STRICT, WITHOUT ROWID;
CREATE TABLE push_event (
    app_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    by_name TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (app_id, message_id, number),
    FOREIGN KEY (app_id, message_id) REFERENCES push_message (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE push_list (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL CHECK (name <> ''),
    kind TEXT NOT NULL CHECK (kind IN ('users', 'devices')),
    columns TEXT NOT NULL,
    entries INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE push_list_entry (
    app_id TEXT NOT NULL,
    list_id TEXT NOT NULL,
    value TEXT NOT NULL,
    parameters TEXT NOT NULL,
    PRIMARY KEY (app_id, list_id, value),
    FOREIGN KEY (app_id, list_id) REFERENCES push_list (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE push_message (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('message', 'run', 'test')),
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    data TEXT NOT NULL,
    badge INTEGER CHECK (badge BETWEEN 0 AND 99999),
    sound TEXT NOT NULL,
    silent INTEGER NOT NULL CHECK (silent IN (0, 1)),
    image_url TEXT NOT NULL,
    ttl_seconds INTEGER NOT NULL CHECK (ttl_seconds >= 0),
    collapse_id TEXT NOT NULL,
    target TEXT NOT NULL,
    schedule TEXT NOT NULL,
    quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_to INTEGER CHECK (quiet_to BETWEEN 0 AND 1439),
    cap_count INTEGER CHECK (cap_count > 0),
    cap_hours INTEGER CHECK (cap_hours > 0),
    parameters TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('draft', 'confirmed', 'sending', 'stopped', 'done', 'cancelled')),
    revision INTEGER NOT NULL CHECK (revision > 0),
    audience INTEGER,
    window_seconds INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    frozen_at INTEGER,
    confirmed_at INTEGER,
    confirmed_by TEXT NOT NULL,
    sends_at INTEGER,
    began_at INTEGER,
    ended_at INTEGER,
    tested_at INTEGER,
    parent_id TEXT,
    occurrence INTEGER,
    CHECK ((parent_id IS NULL) = (kind = 'message')),
    CHECK ((occurrence IS NULL) = (kind = 'message')),
    CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
    CHECK ((cap_count IS NULL) = (cap_hours IS NULL)),
    CHECK (state IN ('draft', 'cancelled') OR confirmed_at IS NOT NULL),
    PRIMARY KEY (app_id, id)
) STRICT;
CREATE TABLE push_option (
    app_id TEXT NOT NULL PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
    second_from INTEGER CHECK (second_from > 0),
    cap_count INTEGER CHECK (cap_count > 0),
    cap_hours INTEGER CHECK (cap_hours > 0),
    CHECK ((cap_count IS NULL) = (cap_hours IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE push_tally (
    app_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    hour INTEGER NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'failed', 'unknown', 'skipped', 'arrived', 'opened', 'ignored')),
    reason TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (app_id, message_id, hour, outcome, reason),
    FOREIGN KEY (app_id, message_id) REFERENCES push_message (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE push_template (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL CHECK (name <> ''),
    content TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, id),
    UNIQUE (app_id, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE quarantine (
    app_id TEXT NOT NULL,
    id TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    platform TEXT NOT NULL,
    batch_id TEXT NOT NULL,
    device TEXT NOT NULL,
    reason TEXT NOT NULL,
    line BLOB NOT NULL,
    PRIMARY KEY (app_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE quarantine_day (
    app_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    platform TEXT NOT NULL,
    reason TEXT NOT NULL,
    lines INTEGER NOT NULL,
    PRIMARY KEY (app_id, day, platform, reason)
) STRICT, WITHOUT ROWID;
CREATE TABLE replay (
    use_hash BLOB PRIMARY KEY,
    payload_hash BLOB NOT NULL,
    started_at INTEGER NOT NULL,
    status INTEGER,
    answer BLOB,
    CHECK ((status IS NULL) = (answer IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE rollout_grant (
    app_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    device TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (app_id, release_id, device),
    FOREIGN KEY (app_id, release_id) REFERENCES rollout_window (app_id, release_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE rollout_whitelist (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    release_id TEXT NOT NULL,
    users BLOB NOT NULL,
    named INTEGER NOT NULL CHECK (named >= 0),
    digest TEXT NOT NULL,
    PRIMARY KEY (app_id, release_id)
) STRICT;
CREATE TABLE rollout_window (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    release_id TEXT NOT NULL,
    ends_at INTEGER NOT NULL,
    places INTEGER,
    taken INTEGER NOT NULL CHECK (taken >= 0),
    CHECK (places IS NULL OR taken <= places),
    PRIMARY KEY (app_id, release_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE rpc_duration (
    app_id TEXT NOT NULL,
    quarter INTEGER NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    operation TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (app_id, quarter, platform, version, operation, bucket)
) STRICT, WITHOUT ROWID;
CREATE TABLE rpc_quarter (
    app_id TEXT NOT NULL,
    quarter INTEGER NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    operation TEXT NOT NULL,
    calls INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL,
    request_bytes INTEGER NOT NULL,
    response_bytes INTEGER NOT NULL,
    PRIMARY KEY (app_id, quarter, platform, version, operation)
) STRICT, WITHOUT ROWID;
CREATE TABLE saved_view (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name <> ''),
    path TEXT NOT NULL CHECK (path <> ''),
    query TEXT NOT NULL CHECK (query <> ''),
    app_id TEXT,
    shared INTEGER NOT NULL CHECK (shared IN (0, 1)),
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    CHECK (shared = 0 OR app_id IS NOT NULL),
    UNIQUE (account_id, path, name)
) STRICT;
CREATE TABLE schema_migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL) STRICT;
CREATE TABLE sentry_attachment (
    app_id TEXT NOT NULL,
    crash_id TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, crash_id, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE sentry_count (
    app_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    platform TEXT NOT NULL,
    public_key TEXT NOT NULL,
    kind TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    PRIMARY KEY (app_id, day, platform, public_key, kind)
) STRICT, WITHOUT ROWID;
CREATE TABLE sentry_key (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    platform TEXT NOT NULL,
    public_key TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('active', 'disabled')),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    PRIMARY KEY (app_id, platform, public_key)
) STRICT, WITHOUT ROWID;
CREATE TABLE sentry_project (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    platform TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    events_a_minute INTEGER NOT NULL DEFAULT 0 CHECK (events_a_minute >= 0),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, platform)
) STRICT, WITHOUT ROWID;
CREATE TABLE session (
    token_hash BLOB PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    csrf TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE session_device_day (
    app_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    device TEXT NOT NULL,
    crashed INTEGER NOT NULL CHECK (crashed IN (0, 1)),
    PRIMARY KEY (app_id, day, platform, version, device)
) STRICT, WITHOUT ROWID;
CREATE TABLE session_hour (
    app_id TEXT NOT NULL,
    hour INTEGER NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    begun INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    crashed INTEGER NOT NULL,
    abnormal INTEGER NOT NULL,
    errored INTEGER NOT NULL,
    PRIMARY KEY (app_id, hour, platform, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE setup_link (
    token_hash BLOB PRIMARY KEY,
    account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE shipment (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
    version TEXT NOT NULL,
    build TEXT NOT NULL,
    package_id TEXT,
    package_version TEXT NOT NULL,
    manifest TEXT NOT NULL,
    at INTEGER NOT NULL,
    by_name TEXT NOT NULL,
    PRIMARY KEY (app_id, platform, version, build)
) STRICT, WITHOUT ROWID;
CREATE TABLE shipment_module (
    app_id TEXT NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    build TEXT NOT NULL,
    module TEXT NOT NULL,
    module_version TEXT NOT NULL,
    PRIMARY KEY (app_id, platform, version, build, module),
    FOREIGN KEY (app_id, platform, version, build) REFERENCES shipment (app_id, platform, version, build) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE startup_quarter (
    app_id TEXT NOT NULL,
    quarter INTEGER NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL,
    first_start INTEGER NOT NULL CHECK (first_start IN (0, 1)),
    bucket INTEGER NOT NULL,
    starts INTEGER NOT NULL,
    PRIMARY KEY (app_id, quarter, platform, version, first_start, bucket)
) STRICT, WITHOUT ROWID;
CREATE TABLE switch_draft (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    switch_key TEXT NOT NULL CHECK (length(switch_key) BETWEEN 1 AND 100),
    definition TEXT,
    revision INTEGER NOT NULL,
    edited_at INTEGER NOT NULL,
    account TEXT NOT NULL,
    edited_by TEXT NOT NULL,
    PRIMARY KEY (app_id, switch_key)
) STRICT;
CREATE TABLE switch_publication (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    published_at INTEGER NOT NULL,
    account TEXT NOT NULL,
    published_by TEXT NOT NULL,
    note TEXT NOT NULL,
    restores INTEGER CHECK (restores < number),
    PRIMARY KEY (app_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE switch_state (
    app_id TEXT PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
    revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
    two_person INTEGER NOT NULL DEFAULT 0 CHECK (two_person IN (0, 1))
) STRICT;
CREATE TABLE switch_version (
    app_id TEXT NOT NULL,
    switch_key TEXT NOT NULL,
    number INTEGER NOT NULL,
    definition TEXT,
    revision INTEGER NOT NULL,
    edited_at INTEGER NOT NULL,
    account TEXT NOT NULL,
    edited_by TEXT NOT NULL,
    PRIMARY KEY (app_id, switch_key, number),
    FOREIGN KEY (app_id, number) REFERENCES switch_publication (app_id, number) ON DELETE CASCADE
) STRICT;
CREATE TABLE symbol_file (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    size INTEGER NOT NULL CHECK (size >= 0),
    -- Of the app, as devices report it; '' when nobody said.
    version TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    PRIMARY KEY (app_id, id),
    UNIQUE (app_id, sha256)
) STRICT, WITHOUT ROWID;
CREATE TABLE symbol_id (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    debug_id TEXT NOT NULL,
    object_id TEXT NOT NULL,
    PRIMARY KEY (app_id, debug_id, object_id),
    FOREIGN KEY (app_id, object_id) REFERENCES symbol_object (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE symbol_missing (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    debug_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('dsym', 'elf', 'mapping')),
    name TEXT NOT NULL,
    architecture TEXT NOT NULL,
    version TEXT NOT NULL,
    -- Reports that wait for it.
    reports INTEGER NOT NULL CHECK (reports >= 0),
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, debug_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE symbol_object (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    file_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('dsym', 'elf', 'mapping')),
    name TEXT NOT NULL,
    -- As lower-case hex; it is one of its ids.
    debug_id TEXT NOT NULL,
    architecture TEXT NOT NULL,
    -- The address of its first byte, as the bits of a number without a sign.
    base INTEGER NOT NULL,
    has_debug_info INTEGER NOT NULL CHECK (has_debug_info IN (0, 1)),
    has_symbols INTEGER NOT NULL CHECK (has_symbols IN (0, 1)),
    has_mini_debug_info INTEGER NOT NULL CHECK (has_mini_debug_info IN (0, 1)),
    -- Of a mapping: who wrote it, and the version of the format.
    compiler TEXT NOT NULL,
    format TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    size INTEGER NOT NULL CHECK (size >= 0),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (app_id, id),
    FOREIGN KEY (app_id, file_id) REFERENCES symbol_file (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE update_event (
    app_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    by_name TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (app_id, release_id, number),
    FOREIGN KEY (app_id, release_id) REFERENCES update_release (app_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE update_release (
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    platform TEXT NOT NULL,
    version TEXT NOT NULL CHECK (version <> ''),
    build TEXT,
    download_url TEXT NOT NULL,
    message TEXT NOT NULL,
    upgrade_type TEXT NOT NULL CHECK (upgrade_type IN ('once', 'everyTime', 'force')),
    remind_days INTEGER NOT NULL CHECK (remind_days BETWEEN 1 AND 365),
    mode TEXT NOT NULL CHECK (mode IN ('official', 'percentage', 'whitelist', 'timeWindow')),
    buckets INTEGER CHECK (buckets BETWEEN 0 AND 10000),
    ends_at INTEGER,
    places INTEGER CHECK (places > 0),
    rules TEXT NOT NULL,
    networks TEXT NOT NULL,
    force_below TEXT,
    file_size INTEGER NOT NULL CHECK (file_size >= 0),
    md5 TEXT NOT NULL,
    salt TEXT NOT NULL CHECK (salt <> ''),
    state TEXT NOT NULL CHECK (state IN ('draft', 'running', 'paused', 'ended')),
    revision INTEGER NOT NULL CHECK (revision > 0),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    published_at INTEGER,
    CHECK (state = 'draft' OR (published_at IS NOT NULL AND download_url <> '')),
    CHECK (mode <> 'percentage' OR buckets IS NOT NULL),
    CHECK (mode <> 'timeWindow' OR ends_at IS NOT NULL),
    PRIMARY KEY (app_id, id)
) STRICT;
CREATE TABLE user_day (
    app_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    platform TEXT NOT NULL,
    user_id TEXT NOT NULL,
    version TEXT NOT NULL,
    PRIMARY KEY (app_id, day, platform, user_id, version)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER audit_event_no_delete BEFORE DELETE ON audit_event
BEGIN SELECT RAISE(ABORT, 'audit_event only grows'); END;
CREATE TRIGGER audit_event_no_update BEFORE UPDATE ON audit_event
BEGIN SELECT RAISE(ABORT, 'audit_event only grows'); END;
