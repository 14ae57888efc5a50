-- One row for each try to pay. No phone number, card number or code is kept: the payer is known
-- by a keyed digest (to count tries) and by a few last digits (to show on a receipt).
CREATE TABLE attempts (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    payment_intent_uuid uuid NOT NULL,
    method text NOT NULL CHECK (method IN ('card', 'sadad', 'edfali')),
    state text COLLATE "C" NOT NULL CHECK (
        state IN ('started', 'awaiting_code', 'in_flight', 'paid', 'failed', 'abandoned')
    ),
    reason text,
    detail text,
    provider_reference text,
    masked_payer text,
    payer_digest bytea,
    address_digest bytea,
    wrong_codes integer NOT NULL DEFAULT 0,
    codes_sent integer NOT NULL DEFAULT 0,
    code_sent_at timestamptz,
    -- When money could first move without us; the 72 hours of asking count from here.
    in_flight_at timestamptz,
    inquiries integer NOT NULL DEFAULT 0,
    asked_at timestamptz,
    next_inquiry_at timestamptz,
    -- Only a person can settle it: the provider cannot be asked, or its answers contradict.
    needs_person boolean NOT NULL DEFAULT false,
    -- Paid, although the intent had been paid by another attempt.
    surplus boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (id, application_id),
    FOREIGN KEY (payment_intent_uuid, application_id)
        REFERENCES payment_intents (uuid, application_id)
);

-- At most one charge in flight per intent, whatever the code above does.
CREATE UNIQUE INDEX attempts_one_in_flight ON attempts (payment_intent_uuid, application_id)
    WHERE state = 'in_flight';

CREATE INDEX attempts_by_intent ON attempts (payment_intent_uuid, created_at);
CREATE INDEX attempts_by_inquiry ON attempts (method, next_inquiry_at)
    WHERE next_inquiry_at IS NOT NULL;
CREATE INDEX attempts_for_a_person ON attempts (updated_at) WHERE needs_person;
CREATE INDEX attempts_by_payer ON attempts (payer_digest, created_at);
CREATE INDEX attempts_by_address ON attempts (address_digest, created_at);

CREATE FUNCTION refuse_illegal_attempt_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'attempt % may not move from % to %', OLD.id, OLD.state, NEW.state
        USING ERRCODE = 'check_violation';
END
$$;

CREATE TRIGGER attempts_state_moves BEFORE UPDATE OF state ON attempts
    FOR EACH ROW
    WHEN (
        OLD.state IS DISTINCT FROM NEW.state
        AND (OLD.state, NEW.state) NOT IN (
            ('started', 'awaiting_code'),
            ('started', 'failed'),
            ('started', 'paid'),
            ('awaiting_code', 'in_flight'),
            ('awaiting_code', 'failed'),
            ('awaiting_code', 'paid'),
            ('in_flight', 'awaiting_code'),
            ('in_flight', 'paid'),
            ('in_flight', 'failed'),
            ('in_flight', 'abandoned'),
            ('abandoned', 'paid'),
            ('abandoned', 'failed'),
            ('failed', 'paid')
        )
    )
    EXECUTE FUNCTION refuse_illegal_attempt_move();

-- What people did, and why. Rows are added and never changed.
CREATE TABLE audit_log (
    id uuid PRIMARY KEY,
    application_id uuid REFERENCES applications (id),
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    detail json NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE INDEX audit_log_by_application ON audit_log (application_id, created_at);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only ever added to';
END
$$;

CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
