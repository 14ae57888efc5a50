-- What the dashboard lists and searches: each page is found by an index, however many rows there
-- are. A version 7 uuid orders by time, so it is the end of each index.
CREATE INDEX payment_intents_by_application ON payment_intents (application_id, uuid);
CREATE INDEX payment_intents_by_status ON payment_intents (application_id, status, uuid);
CREATE INDEX payment_intents_by_amount ON payment_intents (application_id, amount_minor, uuid);
CREATE INDEX payment_intents_by_reference ON payment_intents (application_id, reference);
CREATE INDEX attempts_by_paid_method ON attempts (application_id, method, payment_intent_uuid)
    WHERE state = 'paid';

-- Written with each status change, so that an overview adds up a few rows and not all payments.
CREATE TABLE payment_days (
    application_id uuid NOT NULL REFERENCES applications (id),
    day date NOT NULL,
    method text NOT NULL CHECK (method IN ('', 'card', 'sadad', 'edfali')),
    succeeded bigint NOT NULL,
    canceled bigint NOT NULL,
    amount_minor bigint NOT NULL,
    PRIMARY KEY (application_id, day, method)
);

INSERT INTO payment_days (application_id, day, method, succeeded, canceled, amount_minor)
SELECT intent.application_id, (intent.updated_at AT TIME ZONE 'Africa/Tripoli')::date,
    coalesce(paid.method, ''), count(*) FILTER (WHERE status = 'succeeded'),
    count(*) FILTER (WHERE status = 'canceled'),
    coalesce(sum(amount_minor) FILTER (WHERE status = 'succeeded'), 0)
FROM payment_intents AS intent
LEFT JOIN attempts AS paid ON paid.payment_intent_uuid = intent.uuid
    AND paid.application_id = intent.application_id AND paid.state = 'paid' AND NOT paid.surplus
WHERE status IN ('succeeded', 'canceled')
GROUP BY 1, 2, 3;
