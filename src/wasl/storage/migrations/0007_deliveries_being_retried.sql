-- Those that wait for another try, apart from those that wait for their first: a list of them, and
-- sending all of them again, reads nothing else. What is received at once never stands here.
CREATE INDEX deliveries_being_retried ON deliveries (application_id, event, id)
    WHERE status = 'pending' AND tries > 0;
